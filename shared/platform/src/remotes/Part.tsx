import { Component, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { atom, useAtomValue } from 'jotai';
import type { PartId, PartProps, RemoteId } from '@cam/contracts';
import { RemoteScope } from './remote-scope';

interface LoadedPart<K extends PartId> {
  owner: RemoteId;
  component: ComponentType<PartProps[K]>;
}

/** How the host gives a part: its owner and component, or null where the owner is off. Throws where the owner is broken. */
export type PartLoader = <K extends PartId>(id: K) => Promise<LoadedPart<K> | null>;

/** Set by the host; a new function (a new revision, say) makes every part load again. */
export const partLoaderAtom = atom<{ load: PartLoader } | null>(null);

interface Props<K extends PartId> {
  id: K;
  props: PartProps[K];
  /** Shown where the owner is off or broken; nothing by default. */
  fallback?: ReactNode;
}

/** A part of another remote. The page around it goes on working whatever happens to the part. */
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
  /** With another attempt a part that broke gets a new chance. */
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
