import { hex, textOf } from '../bytes';
import { Invalid, mustBe, NotCheckable } from '../faults';
import type { ProofSource } from '../format';
import { manifestDigest } from '../manifest';
import { readPublicKeys } from '../read-keys';
import { sha256 } from '../sha256';
import { type PublicKey, type Report, signatureOf, verify } from '../verify';
import { cellsOf, type IndexLine, readIndex } from './index-file';
import { ATTACHED, EVIDENCE_FILES, type EvidenceManifest, readEvidenceManifest } from './manifest';

/** The files of an archive. */
export interface ArchiveFiles {
  /** Names of all files, in any order. */
  names: readonly string[];
  /** Returns the content of a file. */
  read(name: string): Promise<Uint8Array>;
}

/** The findings about evidence. */
export interface EvidenceReport {
  /** 0: valid, 1: invalid, 2: not checkable. */
  code: 0 | 1 | 2;
  /** The signed list of files, if it could be read. */
  manifest: EvidenceManifest | null;
  /** `own`: no key was given, so the signatures were checked with the keys in the evidence, which prove nothing about their origin. */
  signature: 'valid' | 'invalid' | 'own' | 'unchecked';
  /** Claims without a proof, by their reason, the most frequent first. */
  unproved: { reason: string; rows: number }[];
  fault: Report['fault'];
}

/**
 * Verifies evidence: every file is in the signed list, and nothing else; every proof holds and is signed; and every line of the index says what its proof
 * claims, or why there is none. Proofs about the same time have to show the same imports.
 * @param keys none: the keys in the evidence
 */
export async function verifyEvidence(files: ArchiveFiles, keys: readonly PublicKey[] = []): Promise<EvidenceReport> {
  const report: EvidenceReport = { code: 0, manifest: null, signature: 'unchecked', unproved: [], fault: null };
  try {
    await check(files, keys, report);
  } catch (error) {
    if (error instanceof NotCheckable) return { ...report, code: 2, fault: { place: error.place, message: error.message } };
    if (!(error instanceof Invalid))
      return {
        ...report,
        code: 1,
        fault: { place: 'file', message: `The file is damaged: ${error instanceof Error ? error.message : String(error)}` },
      };
    const { place, message, found, wanted } = error;
    return { ...report, code: 1, fault: { place, message, found, wanted } };
  }
  return report;
}

async function check(files: ArchiveFiles, given: readonly PublicKey[], report: EvidenceReport): Promise<void> {
  const present = new Set(files.names);
  if (present.size !== files.names.length) throw new Invalid('file', 'Two files have the same name.');
  const read = async (name: string): Promise<Uint8Array> => {
    if (!present.has(name)) throw new Invalid(name, 'The file is missing.');
    return files.read(name);
  };
  const { manifest, envelope } = readEvidenceManifest(textOf(await read(EVIDENCE_FILES.manifest)));
  report.manifest = manifest;
  const listed = new Map(manifest.files.map(({ name, sha256: digest }) => [name, digest]));
  for (const name of present)
    if (name !== EVIDENCE_FILES.manifest && !listed.has(name)) throw new Invalid(name, 'The manifest does not list this file.');
  const readListed = async (name: string): Promise<string> => {
    const bytes = await read(name);
    mustBe(name, 'The digest of the file', hex(sha256(bytes)), listed.get(name) ?? '');
    return textOf(bytes);
  };
  const own = readPublicKeys(await readListed(EVIDENCE_FILES.keys));
  const keys = given.length > 0 ? given : own;
  if ((await signatureOf(envelope, keys)) !== 'valid') {
    report.signature = 'invalid';
    throw new Invalid(EVIDENCE_FILES.manifest, `No ${given.length > 0 ? 'given key' : 'key of the evidence'} made the signature of the manifest.`);
  }
  report.signature = given.length > 0 ? 'valid' : 'own';
  await readListed(EVIDENCE_FILES.readme);
  for (const name of listed.keys()) if (name.startsWith(ATTACHED)) await readListed(name);
  const lines = readIndex(await readListed(EVIDENCE_FILES.index));
  mustBe('rows', 'The number of lines of the index', lines.length, manifest.rows);
  const proofs = new Set<string>();
  const sources = new Map<string, string>();
  let notCheckable: NotCheckable | null = null;
  for (const [index, line] of lines.entries()) {
    const place = `index.csv/${index + 1}`;
    if ((line.proof === '') === (line.reason === '')) throw new Invalid(place, 'A line has either a proof or a reason why there is none.');
    if (line.proof === '') continue;
    if (proofs.has(line.proof)) throw new Invalid(place, 'Another line has the same proof.', line.proof);
    proofs.add(line.proof);
    if (isOwnFile(line.proof)) throw new Invalid(place, 'The line names a file that is no proof.', line.proof);
    const found = await verify(await readListed(line.proof), keys);
    if (found.code === 2) notCheckable ??= new NotCheckable(`${line.proof} ${found.fault?.place ?? ''}`.trim(), found.fault?.message ?? '');
    else requireProof(line, place, found, sources);
  }
  for (const name of listed.keys()) if (!proofs.has(name) && !isOwnFile(name)) throw new Invalid(name, 'No line of the index has this proof.');
  mustBe('proved', 'The number of proofs', proofs.size, manifest.proved);
  report.unproved = reasonsOf(lines);
  if (notCheckable) throw notCheckable;
}

function requireProof(line: IndexLine, place: string, { code, proof, fault }: Report, sources: Map<string, string>): void {
  if (code !== 0 || !proof)
    throw new Invalid(`${line.proof} ${fault?.place ?? ''}`.trim(), fault?.message ?? 'The proof does not hold.', fault?.found, fault?.wanted);
  for (const [column, wanted] of Object.entries(cellsOf(proof))) mustBe(place, `The column ${column}`, line[column as keyof IndexLine], wanted);
  for (const source of proof.sources) requireSameImport(proof.claim.made_at, source, line.proof, sources);
}

function requireSameImport(asOf: string, { manifest: name, ...source }: ProofSource, place: string, known: Map<string, string>): void {
  const key = `${asOf} ${source.source}`;
  const before = known.get(key) ?? manifestDigest(source);
  known.set(key, before);
  mustBe(place, `The import of ${source.source}`, name, before);
}

function isOwnFile(name: string): boolean {
  return name.startsWith(ATTACHED) || (Object.values(EVIDENCE_FILES) as string[]).includes(name);
}

/** Returns the reasons of lines without a proof, the most frequent first. */
export function reasonsOf(lines: readonly Pick<IndexLine, 'reason'>[]): { reason: string; rows: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of lines) if (reason !== '') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows);
}
