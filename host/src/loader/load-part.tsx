import type { ComponentType, ReactNode } from 'react';
import { offeredParts, type PartId, type PartProps, type RemoteId } from '@cam/contracts';
import type { PartLoader } from '@cam/platform/host';
import { flagsAtom, sessionAtom, store } from '@cam/platform/host';
import { registryAtom } from '../registry/registry-client';
import { hiddenParts } from '../routes/visibility';
import { loadRemote, stateOf } from './loader';
import { UsesStyles } from './release-styles';

/** Loads a part from the remote that offers it. Resolves with null when that remote is off, or a condition of the part is not met. */
export const loadPart: PartLoader = async <K extends PartId>(id: K) => {
  const owner = store.get(registryAtom).view?.remotes.find(({ manifest }) => offeredParts(manifest).includes(id));
  if (!owner) return null;
  const viewer = { flags: store.get(flagsAtom), rights: store.get(sessionAtom)?.user.rights ?? [] };
  if (hiddenParts([owner.manifest], viewer).includes(id)) return null;
  const module = await loadRemote(owner.id);
  const component = module.parts[id] as ComponentType<PartProps[K]> | undefined;
  const state = stateOf(owner.id);
  if (!component) return null;
  return { owner: owner.id, component: state.kind === 'ready' ? styled(component, owner.id, state.base) : component };
};

/** Parts with their styles, by part. A part that loads again must be the same component, because another one would lose its state. */
const styledParts = new WeakMap<object, ComponentType<never>>();

/** Returns a part that keeps the style sheets of its release while it is shown. */
function styled<P extends object>(Part: ComponentType<P>, id: RemoteId, base: string): ComponentType<P> {
  const known = styledParts.get(Part);
  if (known) return known as ComponentType<P>;
  const StyledPart = (props: P): ReactNode => (
    <UsesStyles id={id} base={base}>
      <Part {...props} />
    </UsesStyles>
  );
  styledParts.set(Part, StyledPart);
  return StyledPart;
}
