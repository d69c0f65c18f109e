import type { Catalogue } from '../../engine/catalogue/catalogue';
import { ResourceProbes } from '../../providers/aws/evaluate/resource-probes';
import type { StoredEntity } from '../read-holders';
import { unprocessable } from '../../../platform/http/errors';

/** A claim that somebody wants to have proved. */
export interface ProofRequest {
  kind: 'reaches' | 'not-reaches';
  identityUri: string;
  resourceUri: string;
  /** Null: every action, of which `reaches` claims those that are allowed. */
  actions: readonly string[] | null;
}

/** An action with what it is about: the id of a resource, or everything in a bucket (`/*`). */
export interface Target {
  action: string;
  on: string;
}

/** Returns the actions that apply to a resource of AWS. */
export function awsTargets(catalogue: Catalogue, resource: StoredEntity): Target[] {
  return ResourceProbes.of(catalogue)
    .probesOf(resource, [])
    .flatMap(({ actions, arn }) => {
      const on = arn === resource.nativeId ? arn : `${resource.nativeId}/*`;
      return [...actions].map((index) => ({ action: catalogue.actions[index]?.id ?? '', on }));
    });
}

/**
 * Returns the asked actions of those that apply to a resource, sorted, with what each is about.
 * @param asked null: all
 * @throws 422 UNKNOWN_ACTION if an asked action does not apply to the resource
 */
export function targetsOf(targets: readonly Target[], resource: StoredEntity, asked: readonly string[] | null): Target[] {
  const wanted = asked && new Set(asked.map((action) => action.toLowerCase()));
  const unknown = asked && unknownAction(targets, asked);
  if (unknown !== null)
    throw unprocessable(
      'UNKNOWN_ACTION',
      `The action "${unknown}" does not apply to ${resource.name}. Give actions as the provider spells them, such as s3:GetObject or storage.objects.get.`,
    );
  const key = ({ action, on }: Target): string => `${action} ${on}`;
  return targets.filter(({ action }) => !wanted || wanted.has(action.toLowerCase())).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Returns the first asked action that is not among the targets; null: all are. */
export function unknownAction(targets: readonly Target[], asked: readonly string[]): string | null {
  const known = new Set(targets.map(({ action }) => action.toLowerCase()));
  return asked.find((action) => !known.has(action.toLowerCase())) ?? null;
}
