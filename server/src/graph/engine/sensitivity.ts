import type { Entity } from './model';

export type Sensitivity = 'high' | 'medium' | 'low';

/** Keys of tags and labels that classify data, in lower case without separators. */
const KEYS: ReadonlySet<string> = new Set([
  'sensitivity',
  'datasensitivity',
  'classification',
  'dataclassification',
  'dataclass',
  'confidentiality',
  'informationclassification',
]);

/** Usual values of classifications, in lower case without separators. */
const VALUES: Readonly<Record<string, Sensitivity>> = {
  high: 'high',
  critical: 'high',
  confidential: 'high',
  highlyconfidential: 'high',
  restricted: 'high',
  secret: 'high',
  sensitive: 'high',
  pii: 'high',
  phi: 'high',
  pci: 'high',
  medium: 'medium',
  moderate: 'medium',
  internal: 'medium',
  private: 'medium',
  low: 'low',
  public: 'low',
  open: 'low',
  unclassified: 'low',
};

const ORDER: readonly Sensitivity[] = ['high', 'medium', 'low'];

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the sensitivity that the tags or labels of a resource state, the highest where several do. Empty where none does. */
export function sensitivityOf({ isResource, attributes }: Pick<Entity, 'isResource' | 'attributes'>): { sensitivity?: Sensitivity } {
  if (!isResource) return {};
  const stated = Object.entries(attributes).flatMap(([name, value]) => {
    const isClassifying = name.startsWith('tag.') && KEYS.has(plain(name.slice('tag.'.length).split(/[:/]/).at(-1) ?? ''));
    return isClassifying ? (VALUES[plain(String(value))] ?? []) : [];
  });
  const sensitivity = ORDER.find((one) => stated.includes(one));
  return sensitivity ? { sensitivity } : {};
}
