import { readRaw } from '../../platform/http/raw-body';
import type { BackEnd } from '@cam/contracts/server';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { sendOutbound } from '../../platform/security/outbound-request';

/** Largest document, bytes. */
const LARGEST = 5 * 1024 * 1024;

/** Longest time until a document is there, ms. */
const LIMIT = 15_000;

/**
 * Reads the OpenAPI document of a server.
 * @throws Error whose message says in a few words why there is none
 */
export async function readDocument({ url, seconds }: BackEnd, targets: OutboundTargets): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': 'CAM' };
  const signal = AbortSignal.timeout(LIMIT);
  const answer = await sendOutbound({ method: 'GET', url: new URL(documentUrl(url)), headers, body: null, seconds, signal }, targets);
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new Error(`the server answered ${answer.statusCode}`);
  }
  const text = (await readRaw(answer, LARGEST)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('it is not JSON');
  }
}

/** Returns the address of the API document of a server. */
export function documentUrl(url: string): string {
  return `${url}openapi.json`;
}
