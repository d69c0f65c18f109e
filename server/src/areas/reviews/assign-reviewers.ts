import type { ReviewersRule } from '@cam/contracts/server';

/** An item that needs a reviewer. */
export interface ItemToAssign {
  /** The same for all identities with the unit. */
  unitKey: string;
  /** E-mail addresses of the identity, in lower case. */
  addresses: readonly string[];
  identityAttributes: Readonly<Record<string, unknown>>;
  unitAttributes: Readonly<Record<string, unknown>>;
}

export interface Assignment {
  /** Empty: nobody may review it. */
  reviewer: string;
  reason: string;
}

/** Tags are attributes with this prefix. */
const TAG = 'tag.';

/**
 * Returns the reviewer of each item, in order. Nobody reviews himself: the item goes to another person of the list, or to the fallback.
 * @param isUser returns whether an address belongs to a user who may review; others get nothing
 */
export function assignReviewers(
  items: readonly ItemToAssign[],
  { reviewers: rule, fallback }: { reviewers: ReviewersRule; fallback: string },
  isUser: (email: string) => boolean,
): Assignment[] {
  const find = rule.by === 'PEOPLE' ? byPeople(items, rule.people, isUser) : (item: ItemToAssign) => byAttribute(item, rule, isUser);
  return items.map((item) => {
    const found = find(item);
    if (found.reviewer !== '' && !item.addresses.includes(found.reviewer)) return found;
    const why = found.reviewer === '' ? found.reason : `${found.reviewer} would review their own access`;
    if (item.addresses.includes(fallback.toLowerCase())) return { reviewer: '', reason: `${why}, and so would the fallback` };
    return { reviewer: fallback.toLowerCase(), reason: `Fallback: ${why}` };
  });
}

function byAttribute(
  { identityAttributes, unitAttributes }: ItemToAssign,
  rule: Exclude<ReviewersRule, { by: 'PEOPLE' }>,
  isUser: (email: string) => boolean,
): Assignment {
  const [places, words] =
    rule.by === 'TAG'
      ? [[unitAttributes[TAG + rule.tag], identityAttributes[TAG + rule.tag]], `tag ${rule.tag}`]
      : [[identityAttributes[rule.attribute]], `attribute ${rule.attribute}`];
  const value = places
    .find((place): place is string => typeof place === 'string' && place.includes('@'))
    ?.trim()
    .toLowerCase();
  if (value === undefined) return { reviewer: '', reason: `no email address in the ${words}` };
  return isUser(value)
    ? { reviewer: value, reason: `Named by the ${words}` }
    : { reviewer: '', reason: `${value}, named by the ${words}, is no user` };
}

/** Gives units to the person with the fewest items so far, the largest units first. Items about that person go to the next one. */
function byPeople(items: readonly ItemToAssign[], people: readonly string[], isUser: (email: string) => boolean): (item: ItemToAssign) => Assignment {
  const able = people.map((email) => email.toLowerCase()).filter(isUser);
  if (able.length === 0) return () => ({ reviewer: '', reason: 'nobody in the list is a user' });
  const sizes = new Map<string, number>();
  for (const { unitKey } of items) sizes.set(unitKey, (sizes.get(unitKey) ?? 0) + 1);
  const loads = able.map(() => 0);
  const ofUnit = new Map<string, number>();
  for (const [unitKey, size] of [...sizes].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + size;
    ofUnit.set(unitKey, least);
  }
  return ({ unitKey, addresses }) => {
    const first = ofUnit.get(unitKey) ?? 0;
    const order = [...able.slice(first), ...able.slice(0, first)];
    const reviewer = order.find((email) => !addresses.includes(email));
    return { reviewer: reviewer ?? order[0] ?? '', reason: 'In the list of reviewers' };
  };
}
