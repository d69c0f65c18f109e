import type { FederatedSignIn } from '../../engine/evaluation';
import { accountOfSignIn, readAppAssignment, type AppAssignment } from '../../engine/app-assignment';
import type { PolicyFact } from '../../engine/source-facts';

/** Returns the sign-ins of directory applications that lead to an AWS account. Identities that no source lists are left out. */
export function signInsAt(accountId: string, policies: readonly PolicyFact[]): FederatedSignIn[] {
  const read = new Map<string, AppAssignment>();
  return policies.flatMap((policy) => {
    const { uri } = policy.holder;
    if (uri === undefined) return [];
    const assignment = read.get(policy.document) ?? readAppAssignment(policy);
    read.set(policy.document, assignment);
    const { application, by, signIns, conditions = [], blockedBy } = assignment;
    if (blockedBy) return [];
    const leading = signIns.filter((signIn) => [accountId, null].includes(accountOfSignIn(signIn)));
    return leading.map((signIn) => ({ holderUri: uri, application: application.name, by, signIn, conditions }));
  });
}
