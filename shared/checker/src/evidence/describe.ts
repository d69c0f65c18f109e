import { faultInWords } from '../describe';
import type { EvidenceReport } from './verify-evidence';

const many = (count: number, one: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

/** Returns the findings about evidence as text for a terminal. */
export function evidenceInWords({ code, manifest, signature, unproved, fault }: EvidenceReport): string {
  const lines: string[] = [];
  if (manifest) {
    const { meaning, subject, made_at: at, rows, proved } = manifest;
    lines.push(meaning, `  ${subject}`, '', `Made ${at}: ${many(rows, 'row')}, ${many(proved, 'proof')}.`);
    for (const { reason, rows: count } of unproved) lines.push(`  ${many(count, 'row')} without a proof: ${reason}`);
    lines.push('');
  }
  if (fault) lines.push(...faultInWords(code, fault));
  if (code === 0) lines.push('Replay: valid. Every proof follows from its facts, and the index says what the proofs claim.');
  else lines.push('Replay or signature: not valid.');
  lines.push(SIGNATURES[signature]);
  return lines.join('\n');
}

const SIGNATURES: Record<EvidenceReport['signature'], string> = {
  valid: 'Signatures: valid. The holder of the key made the list of files and the proofs.',
  invalid: 'Signatures: invalid.',
  unchecked: 'Signatures: not checked.',
  own: 'Signatures: checked with the keys in the evidence only, which anybody could have made. Give the keys of the installation.',
};
