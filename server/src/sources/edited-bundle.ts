import type { ChangeEdit, CloudType } from '@cam/contracts/server';
import { ImportFailure, type SourceFacts } from '../graph';
import { conflict, unprocessable } from '../platform/http/errors';
import type { BundleReader } from './bundles/bundle-reader';
import { uploadName, type BundleStore } from './bundles/bundle-store';
import type { StoredSource } from './store';

/** A source with the facts that its bundle has after a change. */
export interface EditedSource {
  source: { sourceUid: string; cloudType: SourceFacts['cloudType']; accountId: string };
  accountName: string;
  /** Name of the bundle. The source has another one after its next import. */
  bundle: string;
  /** Time of the export. */
  takenAt: Date;
  facts: SourceFacts;
}

/** The cloud types whose bundles can be edited. */
const EDITABLE: ReadonlySet<string> = new Set(['AWS', 'AZURE', 'GCP', 'IDP_OKTA', 'IDP_AZURE_AD']);

/**
 * Reads the bundle of a source's last import again, with changes.
 * @throws ApiError 409 if the bundle is not the one of the published graph; 422 for an edit that cannot be made
 */
export async function readEditedBundle(
  { bundles, reader }: { bundles: BundleStore; reader: BundleReader },
  tenantId: string,
  { uid, bundle, phase, cloud_type: cloudType, account_id: accountId, account_name: accountName, ...times }: StoredSource,
  edits: readonly ChangeEdit[],
): Promise<EditedSource> {
  if (!EDITABLE.has(cloudType))
    throw unprocessable('CHANGE_NOT_SUPPORTED', 'CAM can try changes of AWS, Azure, Google Cloud, Okta and Entra ID only.');
  if (phase !== 'PHASE_DONE') {
    const isOver = phase.endsWith('_FAILED');
    throw conflict(
      'SNAPSHOT_NOT_DONE',
      isOver
        ? `The last snapshot of ${accountName} failed. Take a new snapshot, then try the change again.`
        : `A snapshot of ${accountName} is in progress. Try the change again when it ends.`,
    );
  }
  if (bundle === null) throw conflict('BUNDLE_MISSING', `CAM keeps no export of ${accountName}. Take a new snapshot, then try the change again.`);
  const takenAt = new Date(times.bundle_taken_at ?? times.last_snapshot_at ?? Date.now());
  const task = { fileName: uploadName(bundle), cloudType: cloudType as CloudType, tenantId, accountId, takenAt, edits };
  const steps = { progress: async () => undefined, read: async () => undefined };
  try {
    const facts = await bundles.of(tenantId).withLocal(bundle, (path) => reader.read({ ...task, path }, steps));
    return { source: { sourceUid: uid, cloudType: cloudType as SourceFacts['cloudType'], accountId }, accountName, bundle, takenAt, facts };
  } catch (error) {
    throw error instanceof ImportFailure ? unprocessable('CHANGE_REFUSED', error.message) : error;
  }
}
