import type { PathHop } from '@cam/contracts/server';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import type { Gives } from './granted';

const VERBS: Record<AccessKind, string> = { READ: 'read', WRITE: 'change', ADMIN: 'administer' };

/** Relations that are not steps of the identity. */
const ENDS = ['is granted by', 'reaches'];

/**
 * Returns an access path as one sentence, such as "cleo may assume deployer, which may read and change releases by the policy Deploy."
 * @param denier name of the policy that denies what the path would give
 */
export function pathSentence(hops: readonly PathHop[], granted: Gives, denier: string | null): string {
  const [identity, ...rest] = hops;
  const policy = hops.find(({ relation }) => relation === 'is granted by')?.name ?? '';
  const resource = hops.at(-1)?.name ?? '';
  const steps = rest.filter(({ relation }) => !ENDS.includes(relation));
  const who = [
    identity?.name ?? '',
    ...steps.map(({ relation, name }) => `${relation === 'member of' ? 'is a member of' : relation} ${name}, which`),
  ].join(' ');
  if (granted.isNothing) return `${who} would have access to ${resource} by the policy ${policy}, but ${denier ?? 'another policy'} denies it.`;
  const verbs = (['READ', 'WRITE', 'ADMIN'] as const).filter((kind) => granted.has(kind)).map((kind) => VERBS[kind]);
  const what = verbs.length > 1 ? `${verbs.slice(0, -1).join(', ')} and ${verbs.at(-1)}` : (verbs[0] ?? '');
  return `${who} may ${what} ${resource} by the policy ${policy}${granted.isConditional ? ', under conditions' : ''}.`;
}
