import { Component, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { atom, useAtomValue } from 'jotai';
import type { PartId, PartProps, RemoteId } from '@cam/contracts';
import { RemoteScope } from './remote-scope';

interface LoadedPart<K extends PartId> {
  owner: RemoteId;
  component: ComponentType<PartProps[K]>;
}

/** Returns the owner and component of a part, or null when the owner is turned off. Rejects when the owner fails to load. */
export type PartLoader = <K extends PartId>(id: K) => Promise<LoadedPart<K> | null>;

/** Sets the loader of parts. The host calls it; a new function, for instance of a new revision, makes every part load again. */
export const partLoaderAtom = atom<{ load: PartLoader } | null>(null);

interface Props<K extends PartId> {
  id: K;
  props: PartProps[K];
  /** Shown when the owner is turned off or fails; nothing by default. */
  fallback?: ReactNode;
}

/** Shows a part of another remote. The page around it keeps working when the part fails. */
export function Part<K extends PartId>({ id, props, fallback = null }: Props<K>): ReactNode {
  const loader = useAtomValue(partLoaderAtom);
  const [loaded, setLoaded] = useState<LoadedPart<K> | 'none' | null>(null);

  useEffect(() => {
    let current = true;
    loader?.load(id).then(
      (part) => current && setLoaded(part ?? 'none'),
      () => current && setLoaded('none'),
    );
    return () => {
      current = false;
    };
  }, [id, loader]);

  if (loaded === null) return null;
  if (loaded === 'none') return fallback;
  const Loaded = loaded.component as ComponentType<object>;
  return (
    <PartBoundary key={id} attempt={loader} fallback={fallback}>
      <RemoteScope.Provider value={loaded.owner}>
        <Suspense fallback={null}>
          <Loaded {...(props as object)} />
        </Suspense>
      </RemoteScope.Provider>
    </PartBoundary>
  );
}

interface BoundaryProps {
  /** A new attempt loads a failed part again. */
  attempt: unknown;
  fallback: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate({ attempt }: BoundaryProps): void {
    if (this.state.broken && attempt !== this.props.attempt) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
