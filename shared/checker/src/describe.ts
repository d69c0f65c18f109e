import { canonical } from './canonical';
import type { Proof, Step } from './format';
import type { Report } from './verify';

/** A source older than this at the time of the proof is named as old, ms. */
const OLD = 7 * 24 * 60 * 60 * 1000;

const many = (count: number, one: string, several: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

/** Returns the claim of a proof in one sentence. */
export function claimInWords({ claim: { kind, identity, resource, actions } }: Proof): string {
  if (kind === 'not-reaches') {
    const names = [...new Set(actions.map(({ action }) => action))];
    return `${identity.id} cannot take ${names.length > 6 ? `any of ${names.length} actions` : names.join(', ')} on ${resource.id}.`;
  }
  const list = actions.map(({ action, value }) => (value === 'always' ? action : `${action} under conditions`));
  return `${identity.id} may take ${list.length > 6 ? `${list.length} actions` : list.join(', ')} on ${resource.id}.`;
}

interface Outcome {
  actions: string[];
  decision: string;
  open: string[];
  layers: { layer: string; by: { policy: string; statement: number; effect: string; holds: string }[] }[];
}

/** The most statements that words name. */
const MOST_NAMED = 6;

/** Returns the statements that take part in a decision, in brackets. */
function statementsInWords(layers: Outcome['layers']): string {
  const named = layers.flatMap(({ layer, by }) =>
    by.map(
      ({ policy, statement, effect, holds }) =>
        `${effect} of statement ${statement + 1} of ${policy} (${layer}${holds === 'unknown' ? ', depends' : ''})`,
    ),
  );
  if (named.length === 0) return '';
  const others = named.length - MOST_NAMED;
  return ` by ${named.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

interface AssignedOutcome {
  actions: string[];
  decision: string;
  open: string[];
  /** Deny rules of Google Cloud have a place in their policy. */
  by: { policy: string; effect: string; rule?: number; holds: string }[];
}

function decisionInWords(actions: string[], decision: string, open: string[], between: string): string {
  const named = actions.length > 4 ? `${actions.length} actions` : actions.join(', ');
  return `${named}: ${decision}${open.length > 0 ? `, depending on ${open.join(between)}` : ''}`;
}

function assignedOutcomesInWords(step: Step): string {
  const outcomes = step.says as unknown as AssignedOutcome[];
  const parts = outcomes.map(({ actions, decision, open, by }) => {
    const policies = by.slice(0, MOST_NAMED).map(({ policy, effect, rule, holds }) => {
      const place = effect === 'Deny' && rule !== undefined ? `rule ${rule + 1} of ${policy}` : policy;
      return `${effect} of ${place}${holds === 'unknown' ? ' (depends)' : ''}`;
    });
    const others = by.length > MOST_NAMED ? ` and ${by.length - MOST_NAMED} more` : '';
    return `${decisionInWords(actions, decision, open, '; ')}${policies.length > 0 ? ` by ${policies.join(', ')}${others}` : ''}`;
  });
  return parts.join('; ');
}

function groupsInWords(ids: unknown): string {
  const groups = ids as string[];
  return groups.length === 0 ? '' : `, in the ${groups.length === 1 ? 'group' : 'groups'} ${groups.join(', ')}`;
}

/** Returns a step in words, without its number. */
export function stepInWords({ facts, steps }: Proof, step: Step): string {
  const says = step.says as never as Record<string, unknown>;
  const stepOf = (id: string | undefined): Record<string, unknown> => (steps.find((one) => one.id === id)?.says ?? {}) as Record<string, unknown>;
  switch (step.rule) {
    case 'principal': {
      const boundary = says.boundary === null ? '' : ` It has the permissions boundary ${String(says.boundary)}.`;
      const within = groupsInWords(says.groups);
      return `${String(says.id)}${within}${within && ','} holds ${many((says.policies as string[]).length, 'policy', 'policies')}.${boundary}`;
    }
    case 'organization': {
      if (says.organization === null) return `No organization is known above the account ${String(says.account)}.`;
      const [scps, rcps] = [says.scps as string[][], says.rcps as string[][]];
      return `The account ${String(says.account)} is in the organization ${String(says.organization)}, with ${many(scps.length, 'level', 'levels')} of service control policies and ${many(rcps.length, 'level', 'levels')} of resource control policies.`;
    }
    case 'resource': {
      const count = (says.policies as string[]).length;
      return `${String(says.id)} has ${count === 0 ? 'no policy' : many(count, 'policy', 'policies')} of its own.`;
    }
    case 'decides': {
      const outcomes = step.says as unknown as Outcome[];
      const on = (step.with as { on?: string } | undefined)?.on ?? '';
      const parts = outcomes.map(({ actions, decision, open, layers }) => {
        return `${decisionInWords(actions, decision, open, ', ')}${statementsInWords(layers)}`;
      });
      return `All policies together, for ${String(stepOf(step.from[0]).id)} on ${on}: ${parts.join('; ')}.`;
    }
    case 'gcp-principal':
      return `${String(says.id)} is ${String(says.member)}${groupsInWords(says.groups)}.`;
    case 'gcp-resource': {
      const nodes = says.nodes as { node: string; bindings: string[]; denies: string[] }[];
      const count = (kind: 'bindings' | 'denies'): number => nodes.reduce((sum, node) => sum + node[kind].length, 0);
      const above = nodes.slice(1).map(({ node }) => node);
      return `${String(says.id)}${above.length === 0 ? '' : `, in ${above.join(', ')},`} is subject to ${many(count('bindings'), 'binding', 'bindings')} and ${many(count('denies'), 'deny policy', 'deny policies')}.`;
    }
    case 'gcp-decides':
    case 'azure-decides':
    case 'directory-decides': {
      const on = (step.with as { on?: string } | undefined)?.on ?? '';
      return `All policies together, for ${String(stepOf(step.from[0]).id)} on ${on}: ${assignedOutcomesInWords(step)}.`;
    }
    case 'azure-principal':
    case 'directory-member': {
      const groups = says.groups as string[];
      return `${String(says.id)} is in ${groups.length === 0 ? 'no group' : many(groups.length, 'group', 'groups')}.`;
    }
    case 'azure-resource': {
      const [scopes, assignments, denies] = [says.scopes, says.assignments, says.denies] as string[][];
      return `${String(says.id)} lies in ${(scopes ?? []).slice(1).join(', ')}, with ${many(assignments?.length ?? 0, 'role assignment', 'role assignments')} and ${many(denies?.length ?? 0, 'deny assignment', 'deny assignments')}.`;
    }
    case 'becomes':
      return `${String(says.from)} may ${String(says.to).startsWith('serviceAccount:') ? 'act as' : 'assume'} ${String(says.to)}${says.value === 'conditional' ? ' under conditions' : ''}.`;
    case 'closes':
    case 'gcp-closes': {
      const [self = '', ...others] = says.members as string[];
      const [verb, noun] = step.rule === 'closes' ? ['assume', 'role'] : ['get credentials of', 'service account'];
      return `${self} can act as ${others.join(', ') || 'nobody else'}: it may ${verb} none of the other ${noun}s, of ${many(Number(says.roles ?? says.accounts), noun as string, `${noun}s`)} altogether.`;
    }
    case 'out-of-reach':
    case 'gcp-out-of-reach':
    case 'azure-out-of-reach':
    case 'directory-out-of-reach':
      return (step.says as unknown as { principal: string; refused: { layer: string; actions: string[] }[] }[])
        .map(
          ({ principal, refused }) =>
            `${principal}: ${refused.map(({ layer, actions }) => `${many(actions.length, 'request', 'requests')} ${layer}`).join(', ')}`,
        )
        .join('; ');
    case 'reaches':
      return `So ${String(says.identity)} reaches ${String(says.resource)} with ${many((says.actions as unknown[]).length, 'action', 'actions')}.`;
    default:
      return `${step.rule} from ${step.from.length} parts, of ${Object.keys(facts).length} facts.`;
  }
}

/** Returns the findings of the checker as text for a terminal: the times of the facts and the assumptions come before the steps. */
export function reportInWords({ code, proof, signature, fault }: Report): string {
  const lines: string[] = [];
  if (proof) {
    const { claim, sources, assumes, steps, documents, facts } = proof;
    lines.push(claimInWords(proof), '', 'Facts as of');
    for (const { account, cloud, taken_at: at, source } of sources) {
      const age = Date.parse(claim.made_at) - Date.parse(at);
      const isOld = age > OLD ? `, ${Math.floor(age / (24 * 60 * 60 * 1000))} days before the proof` : '';
      lines.push(`  ${at}  ${cloud} ${account} (${source})${isOld}`);
    }
    lines.push('', 'Assumptions', ...assumes.map(({ words }) => `  - ${words}`), '', 'Steps');
    steps.forEach((step, index) => lines.push(`  ${index + 1}. ${stepInWords(proof, step)}`));
    lines.push(
      '',
      `${many(Object.keys(facts).length, 'fact', 'facts')} and ${many(Object.keys(documents).length, 'document', 'documents')} are in ${many(sources.length, 'manifest', 'manifests')}.`,
    );
  }
  if (fault) lines.push(...faultInWords(code, fault));
  lines.push(code === 0 ? 'Replay: valid. The claim follows from the facts.' : 'Replay or signature: not valid.');
  lines.push(SIGNATURES[signature]);
  return lines.join('\n');
}

/** Returns the place of a fault, with both values. */
export function faultInWords(code: Report['code'], fault: NonNullable<Report['fault']>): string[] {
  const values = fault.wanted === undefined ? [] : [`  in the file: ${canonical(fault.found ?? null)}`, `  follows:     ${canonical(fault.wanted)}`];
  return [`${code === 2 ? 'Not checkable' : 'Invalid'} at ${fault.place}: ${fault.message}`, ...values];
}

const SIGNATURES: Record<Report['signature'], string> = {
  valid: 'Signature: valid. The holder of the key said so.',
  invalid: 'Signature: invalid.',
  unchecked: 'Signature: not checked, because no key was given.',
};
