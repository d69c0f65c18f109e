import { byCodeUnits, canonical, type Json } from '../canonical';
import { digestOf } from '../bytes';
import { type EnvelopeSignature, readEnvelope, writeEnvelope } from '../envelope';
import { Invalid, NotCheckable } from '../faults';

export const EVIDENCE_FORMAT = 'cam-evidence/1';
const EVIDENCE_TYPE = 'application/vnd.cam.evidence+json';

/** Names of the files that all evidence has, beside the proofs. */
export const EVIDENCE_FILES = { manifest: 'manifest.json', readme: 'README.txt', index: 'index.csv', keys: 'keys.json' } as const;

/** The folder of further files, of which only the digest is checked. */
export const ATTACHED = 'attached/';

/** A file of the evidence. */
export interface EvidenceFile {
  name: string;
  sha256: string;
}

/** The signed list of all files of the evidence. */
export interface EvidenceManifest {
  format: typeof EVIDENCE_FORMAT;
  /** ISO 8601. */
  made_at: string;
  /** The question that the rows answer, such as a query. */
  subject: string;
  /** The same in a sentence. */
  meaning: string;
  rows: number;
  proved: number;
  /** Every file but the manifest, sorted by name. */
  files: EvidenceFile[];
}

/** Returns the text of a signed manifest. */
export function writeEvidenceManifest(manifest: EvidenceManifest, sign: (bytes: Uint8Array) => EnvelopeSignature): string {
  const files = [...manifest.files].sort((a, b) => byCodeUnits(a.name, b.name));
  return writeEnvelope({ ...manifest, files } as unknown as Json, sign, EVIDENCE_TYPE);
}

/** Reads a signed manifest. @throws Invalid or NotCheckable unless it is of this format */
export function readEvidenceManifest(text: string): { manifest: EvidenceManifest; envelope: ReturnType<typeof readEnvelope> } {
  const envelope = readEnvelope(text, EVIDENCE_TYPE);
  const { payload } = envelope;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw new Invalid('payload', 'The payload is not an object.');
  const manifest = payload as unknown as EvidenceManifest;
  if (manifest.format !== EVIDENCE_FORMAT)
    throw new NotCheckable(
      'format',
      `This checker knows the format ${EVIDENCE_FORMAT} only, and the file has ${canonical((manifest.format ?? null) as Json)}.`,
    );
  const { made_at: at, subject, meaning, rows, proved, files } = manifest;
  const isWhole =
    Object.keys(manifest).sort().join(' ') === 'files format made_at meaning proved rows subject' &&
    [at, subject, meaning].every((value) => typeof value === 'string') &&
    [rows, proved].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    files.every(({ name }, index) => index === 0 || (files[index - 1]?.name ?? '') < name);
  if (!isWhole) throw new Invalid('payload', 'The list of files is not of the form that the format asks for.');
  return { manifest, envelope };
}

function isFile(file: EvidenceFile): boolean {
  return (
    typeof file === 'object' &&
    file !== null &&
    Object.keys(file).sort().join(' ') === 'name sha256' &&
    typeof file.name === 'string' &&
    typeof file.sha256 === 'string' &&
    digestOf(file.sha256) !== null
  );
}
