import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';

/** Returns a name as file names spell it: exports often replace characters that file names cannot contain on every system. */
export function spelled(name: string): string {
  return name.replace(/[^A-Za-z0-9.-]+/g, '_');
}

/** Finds resources of a type by the spelling in a file name: name, id or ARN. */
export class ResourceNameIndex {
  readonly #found = new Map<string, Entity[]>();

  constructor(draft: AccountDraft, type: string) {
    for (const entity of draft.entities) {
      if (entity.type !== type) continue;
      const id = entity.nativeId.split(/[:/]/).at(-1) ?? '';
      for (const name of new Set([entity.name, id, entity.nativeId].map(spelled))) {
        const known = this.#found.get(name);
        if (known) known.push(entity);
        else this.#found.set(name, [entity]);
      }
    }
  }

  /** @param region empty where unknown; resources of several regions may share a name */
  find(name: string, region = ''): Entity | undefined {
    if (name === '') return undefined;
    const found = this.#found.get(spelled(name)) ?? [];
    return region === '' ? found[0] : found.find((entity) => entity.region === region);
  }
}
