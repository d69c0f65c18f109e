import { useMemo, type ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { AccessGraph } from './AccessGraph';

/** Ways that a page of another area has, drawn as the search draws them. */
export default function AccessGraphPart({ graph, goneBy, label }: PartProps['graph-explorer.access-graph']): ReactNode {
  const data = useMemo(() => {
    const marked = new Set(goneBy);
    return { nodes: graph.nodes, links: graph.links.map((link) => ({ ...link, isGoneBy: marked.has(link.id) })), left: graph.left };
  }, [graph, goneBy]);
  return <AccessGraph data={data} label={label} />;
}
