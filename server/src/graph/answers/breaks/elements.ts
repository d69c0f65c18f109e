import { REACH_OF_EVERYBODY } from '@cam/contracts/server';
import { RESOURCE_KINDS } from '../../providers/aws/edit/resource-kinds';
import { isEditableGroup } from '../editable-groups';
import { elementsOfAssignment } from './assignment-elements';
import { placeKey, principalsOf, statementAt, type CutDocument } from './edits-of-cut';
import { attachmentKey, membershipKey, type CutElement, type PartFacts } from './part-facts';
import type { Way, WayGrant, WayPart } from './ways';

/** Returns whether a document may deny something: a cautious look at its text. */
export const mayDeny = (document: string): boolean => document.includes('"Deny"');

const MANAGED = /^arn:[^:]+:iam::(\d{12}|aws):policy\//;

/**
 * Only the service can change the policies of its role.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/using-service-linked-roles.html
 */
const SERVICE_LINKED = /^arn:[^:]+:iam::\d{12}:role\/aws-service-role\//;

/**
 * Returns the function that tells what a change can remove of each part of a way, without repetitions. Parts that no change can remove yet have nothing. Ways
 * have parts in common, so it looks at each part once.
 */
export function elementFinder(facts: PartFacts): (way: Way) => CutElement[] {
  const known = new Map<string, CutElement[]>();
  const ofPart = (part: WayPart): CutElement[] => {
    const key = keyOf(part);
    const found = known.get(key) ?? elementsOfPart(part, facts);
    known.set(key, found);
    return found;
  };
  return (way) => [...new Map(way.flatMap(ofPart).map((element) => [element.id, element])).values()];
}

function keyOf(part: WayPart): string {
  if (part.kind === 'MEMBERSHIP') return `${part.member} ${part.group}`;
  if (part.kind === 'STEP') return `STEP ${part.by} ${part.on}`;
  const { policy_id: id, holder_type: type, holder_uri: uri, statement_index: index } = part.grant;
  return [id, type, uri, index, part.by, part.on].join('\n');
}

function elementsOfPart(part: WayPart, facts: PartFacts): CutElement[] {
  if (part.kind === 'GRANT') return elementsOfGrant(part, facts);
  if (part.kind === 'STEP') return [];
  const membership = facts.memberships.get(membershipKey(part.member, part.group));
  const [member, group] = [facts.entities.get(part.member), facts.entities.get(part.group)];
  if (!membership || !member || !group || !isEditableGroup(part.group)) return [];
  const { memberId, groupId, sourceUid, mayDeny } = membership;
  return [
    {
      id: `MEMBERSHIP ${memberId} ${groupId}`,
      kind: 'MEMBERSHIP',
      name: `${member.name} in ${group.name}`,
      action: `Remove ${member.name} from ${group.name}`,
      uri: part.group,
      reach: Math.max(member.members, 1),
      sourceUid,
      removal: { kind: 'MEMBERSHIP', group: groupId, member: memberId },
      mayOpenWays: mayDeny,
    },
  ];
}

function elementsOfGrant({ grant, by, on }: WayGrant, facts: PartFacts): CutElement[] {
  if (facts.assignments.has(grant.policy_id)) return elementsOfAssignment({ kind: 'GRANT', grant, by, on }, facts);
  const { policy_id: id, policy_name: policy, policy_uri: uri, holder_type: type, statement_index: index } = grant;
  const holderUri = type === 'RESOURCE' || type === 'TRUST' ? on : grant.holder_uri === '' ? by : grant.holder_uri;
  const holder = facts.entities.get(holderUri);
  const attachment = holder && facts.attachments.get(attachmentKey(id, holder.nativeId));
  if (!holder || !attachment || holderUri.split(':')[1] !== 'AWS' || SERVICE_LINKED.test(holder.nativeId)) return [];
  const { sourceUid } = attachment;
  const found = (place: CutDocument['place']): { document: CutDocument; index: number } => {
    const before = facts.before.get(placeKey(place));
    return { document: { place, text: before?.text ?? attachment.document }, index: before?.indexes[index] ?? index };
  };
  if (type === 'RESOURCE' || type === 'TRUST') {
    const place = placeOfResource(id, holder.nativeId);
    if (!place) return [];
    const words = type === 'TRUST' ? `the trust policy of ${holder.name}` : `the policy of ${holder.name}`;
    return ofDocument({ ...found(place), words, uri: holderUri, sourceUid, by: facts.entities.get(by)?.nativeId ?? '' });
  }
  const managed = MANAGED.exec(id);
  if (!managed) {
    const words = `the inline policy ${policy} of ${holder.name}`;
    const place: CutDocument['place'] = { kind: 'INLINE', holder: holder.nativeId, name: attachment.name };
    return [statementElement({ ...found(place), words, uri: holderUri, sourceUid, reach: attachment.reach })];
  }
  const detached: CutElement = {
    id: `ATTACHMENT ${id} ${holder.nativeId}`,
    kind: 'ATTACHMENT',
    name: `${policy} of ${holder.name}`,
    action: `Detach ${policy} from ${holder.name}`,
    uri: holderUri,
    reach: attachment.reach,
    sourceUid,
    removal: { kind: 'ATTACHMENT', holder: holder.nativeId, policy: id },
    mayOpenWays: mayDeny(attachment.document),
  };
  if (managed[1] === 'aws') return [detached];
  return [
    detached,
    statementElement({ ...found({ kind: 'MANAGED', policy: id }), words: `the policy ${policy}`, uri, sourceUid, reach: attachment.holders }),
  ];
}

/** A bucket may have a list of grantees as well, which is stored as a policy but cannot be edited as one. */
function placeOfResource(policyId: string, nativeId: string): CutDocument['place'] | null {
  if (policyId === `${nativeId}/trust`) return { kind: 'TRUST', of: nativeId };
  const isEditable = policyId === `${nativeId}/policy` && RESOURCE_KINDS.some(({ arn }) => arn.test(nativeId));
  return isEditable ? { kind: 'RESOURCE', of: nativeId } : null;
}

interface StatementPlace {
  document: CutDocument;
  index: number;
  /** Words for the document. */
  words: string;
  uri: string;
  sourceUid: string;
}

/** Returns the statement of a trust or resource policy and, where it names several principals, only the one in question. */
function ofDocument({ by, ...place }: StatementPlace & { by: string }): CutElement[] {
  const statement = statementAt(place.document.text, place.index);
  const named = principalsOf(statement);
  const others = named.length - 1;
  const isWide = statement.Principal === '*' || named.some((principal) => principal === '*' || principal.endsWith(':root'));
  const whole = statementElement({ ...place, reach: isWide ? REACH_OF_EVERYBODY : Math.max(named.length, 1) });
  if (others < 1 || !named.includes(by)) return [whole];
  const { document, index, words, uri, sourceUid } = place;
  const name = by.split(/[/:]/).at(-1) ?? by;
  return [
    {
      id: `PRINCIPAL ${placeKey(document.place)} ${index} ${by}`,
      kind: 'PRINCIPAL',
      name: `${name} in ${words}`,
      action: `Take ${name} out of statement ${index + 1} of ${words}`,
      uri,
      reach: 1,
      sourceUid,
      removal: { kind: 'PRINCIPAL', document, index, principal: by },
      mayOpenWays: document.place.kind === 'RESOURCE',
    },
    whole,
  ];
}

function statementElement({ document, index, words, uri, sourceUid, reach }: StatementPlace & { reach: number }): CutElement {
  return {
    id: `STATEMENT ${placeKey(document.place)} ${index}`,
    kind: 'STATEMENT',
    name: `Statement ${index + 1} of ${words}`,
    action: `Remove statement ${index + 1} from ${words}`,
    uri,
    reach,
    sourceUid,
    removal: { kind: 'STATEMENT', document, index },
    mayOpenWays: document.place.kind === 'RESOURCE',
  };
}
