import { useMemo, type ReactNode } from 'react';
import type { PartProps } from '@cam/contracts';
import { AccessGraph } from './AccessGraph';

/** Draws the access paths of another remote's page in the same way as the search does. */
export default function AccessGraphPart({ graph, highlightedLinks: highlightedIds, label }: PartProps['graph-explorer.access-graph']): ReactNode {
  const data = useMemo(() => {
    const highlighted = new Set(highlightedIds);
    return {
      nodes: graph.nodes.map((node) => ({ ...node, uri: node.id })),
      links: graph.links.map((link) => ({ ...link, isHighlighted: highlighted.has(link.id) })),
      omitted: graph.left,
    };
  }, [graph, highlightedIds]);
  return <AccessGraph data={data} label={label} />;
}
