import { readFile } from 'node:fs/promises';
import { evidenceInWords, reportInWords, verify, verifyEvidence, type EvidenceReport, type PublicKey, type Report } from '../src/index';
import { Invalid } from '../src/faults';
import { isZipFile, openZip } from './zip-files';

/**
 * Verifies a proof, or a zip with evidence.
 * @returns the findings, and the same as text for a terminal
 * @throws if the file cannot be read
 */
export async function verifyFile(path: string, keys: readonly PublicKey[]): Promise<{ report: Report | EvidenceReport; words: string }> {
  if (!(await isZipFile(path))) {
    const report = await verify(await readFile(path, 'utf8'), keys);
    return { report, words: reportInWords(report) };
  }
  const report = await verifyZip(path, keys);
  return { report, words: evidenceInWords(report) };
}

async function verifyZip(path: string, keys: readonly PublicKey[]): Promise<EvidenceReport> {
  const zip = await openZip(path).catch((error: unknown) => {
    if (error instanceof Invalid) return error;
    throw error;
  });
  if (zip instanceof Invalid)
    return { code: 1, manifest: null, signature: 'unchecked', unproved: [], fault: { place: zip.place, message: zip.message } };
  try {
    return await verifyEvidence(zip, keys);
  } finally {
    await zip.close();
  }
}
