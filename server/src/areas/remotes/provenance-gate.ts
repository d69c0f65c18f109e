import { Ajv } from 'ajv';
import { Provenance, PROVENANCE_FILE, ReleaseSignature, SIGNATURE_FILE, type SigningKey } from '@cam/contracts/server';
import type { Refusal } from './gate';
import type { ReleaseFiles } from './release-archive';
import { jsonOf } from './release-candidate';
import { isSignedBy } from './signing-keys';

const ajv = new Ajv({ strict: false });
const isProvenance = ajv.compile<Provenance>(Provenance);
const isSignature = ajv.compile<ReleaseSignature>(ReleaseSignature);

/** The provenance of a release as far as the registry could verify it. */
export interface VerifiedProvenance {
  commit: string | null;
  builder: string | null;
  /** The key that signed it; null: nothing vouches for commit and builder. */
  keyId: string | null;
}

/**
 * Verifies the provenance of a release.
 * @param keys keys of the remote; with at least one, also a revoked one, the release needs a signature
 */
export function checkProvenance(
  files: ReleaseFiles,
  release: { id: string; version: string; digest: string },
  keys: readonly SigningKey[],
): VerifiedProvenance | Refusal {
  const valid = keys.filter(({ revoked }) => !revoked);
  const text = files.get(PROVENANCE_FILE);
  const provenance = jsonOf(files, PROVENANCE_FILE);
  if (text === undefined)
    return keys.length > 0 ? refused(`Releases of ${release.id} need a signature, and this one has no ${PROVENANCE_FILE}.`) : NONE;
  if (!isProvenance(provenance) || provenance.id !== release.id || provenance.version !== release.version || provenance.digest !== release.digest)
    return refused(`${PROVENANCE_FILE} does not describe these files.`);
  const { commit, builder } = provenance;
  if (keys.length === 0) return { commit, builder, keyId: null };
  const signed = jsonOf(files, SIGNATURE_FILE);
  if (!isSignature(signed)) return refused(`Releases of ${release.id} need a signature, and this one has none.`);
  const key = valid.find(({ key_id }) => key_id === signed.key_id);
  if (!key) return refused(`The key ${signed.key_id} is no valid signing key of ${release.id}.`);
  if (!isSignedBy(key, text, signed.signature)) return refused(`The signature of the key ${key.key_id} does not match.`);
  return { commit, builder, keyId: key.key_id };
}

const NONE: VerifiedProvenance = { commit: null, builder: null, keyId: null };

function refused(problem: string): Refusal {
  return { gate: 'signature', problem, fix: 'Publish with "npm run cam -- remotes publish" and the key of the team in CAM_SIGNING_KEY_FILE.' };
}
