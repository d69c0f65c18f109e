import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PartialReason } from '@cam/contracts/server';
import { setPartialHeader } from './partial-results';

/** A file as the response to a call. */
export interface FileReply {
  fileName: string;
  contentType: string;
  buffer?: Buffer;
  stream?: Readable;
  /** Length of the stream, where known: a client that receives less knows that the transfer broke off. */
  bytes?: number;
  /** The reasons why the file may be incomplete. */
  partial?: readonly PartialReason[];
}

/** The longest file name, characters. Clients refuse a response whose headers are too long. */
const LONGEST_NAME = 200;

/** Sends a file with its name in the two forms of RFC 6266: plain for old clients, UTF-8 for all names. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  setPartialHeader(reply, file.partial ?? []);
  if (file.bytes !== undefined) reply.header('content-length', file.bytes);
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition(file.fileName))
    .header('cache-control', 'no-store')
    .send(file.stream ?? file.buffer);
}

export function contentDisposition(name: string): string {
  const fileName = shortened(name);
  // Some clients decode percent signs in this form too, which could give separators of folders.
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Shortens a file name before its extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  const extension = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, LONGEST_NAME - extension.length).join('') + extension;
}
