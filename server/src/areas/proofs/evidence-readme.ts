/** The content of an evidence file in words. */
export interface EvidenceSubject {
  /** First line of the README. */
  title: string;
  /** The question that the rows answer, such as a query. */
  subject: string;
  /** The same in a sentence. */
  meaning: string;
  /** Further lines of the README. */
  notes: readonly string[];
}

/** Numbers of an evidence file. */
export interface EvidenceCounts {
  rows: number;
  proved: number;
  /** Rows without a proof by reason, the most frequent first. */
  unproved: readonly { reason: string; rows: number }[];
}

const many = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

/** Returns the text that explains an evidence file to whoever gets it. @param madeAt ISO 8601 */
export function evidenceReadme(
  { title, subject, meaning, notes }: EvidenceSubject,
  { rows, proved, unproved }: EvidenceCounts,
  madeAt: string,
): string {
  return [
    title,
    '',
    meaning,
    `  ${subject}`,
    '',
    `Made ${madeAt}.`,
    `${many(rows)}, of which ${proved.toLocaleString('en')} ${proved === 1 ? 'has' : 'have'} a proof and ${(rows - proved).toLocaleString('en')} ${rows - proved === 1 ? 'has' : 'have'} none.`,
    ...unproved.map(({ reason, rows: count }) => `  ${many(count)} without a proof: ${reason}`),
    ...notes,
    '',
    FILES,
  ].join('\n');
}

const FILES = `index.csv      one line for each row, with the name of its proof or the reason why there is none
proofs/        signed proofs
keys.json      public keys of the installation that made this
attached/      further files, if there are any
manifest.json  signed list of all files with their SHA-256

To check all of it on your own machine, without CAM, a network or an account, get the checker (one file for Node.js) and the keys from the installation:

  curl -O https://cam.company.example/v1/proofs/checker
  curl https://cam.company.example/v1/proofs/keys > keys.json
  node cam-verify.mjs evidence.zip --key keys.json

Take the keys from the installation, on a day that you trust. Anybody could have made those in this zip.

The checker replays every proof from the facts of an import: the columns identity_uri, resource_uri, claim, as_of, actions and conditional_actions follow from the proof.
It takes the word of CAM, signed in manifest.json, for the rest: that these are all rows, their names, and the column row. A proof covers fewer actions than its row where
CAM has no rule to prove the others. Each proof lists what it takes for granted, and when its facts were taken: cam verify proofs/0001.json shows it.

Proofs contain the policies that decided. Share this file as you would share these.
`;
