import type { ComponentType } from 'react';
import type { PartId, PartProps } from '@cam/contracts';
import type { PartLoader } from '@cam/platform/host';
import { store } from '@cam/platform/host';
import { registryAtom } from '../registry/registry-client';
import { loadRemote } from './loader';

/** Loads a part from the remote that offers it. Resolves with null when that remote is off. */
export const loadPart: PartLoader = async <K extends PartId>(id: K) => {
  const owner = store.get(registryAtom).view?.remotes.find(({ manifest }) => manifest.offers.includes(id));
  if (!owner) return null;
  const module = await loadRemote(owner.id);
  const component = module.parts[id] as ComponentType<PartProps[K]> | undefined;
  return component ? { owner: owner.id, component } : null;
};
