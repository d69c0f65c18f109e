/** Names of the colours of tiers 0 to 2 in the theme. The rest has the colour of less important text. */
const COLOURS = ['high', 'medium', 'accent'] as const;

/** Returns the name of a tier's colour in the theme, for badges and for drawings. */
export function tierColour(tier: number): (typeof COLOURS)[number] | 'muted' {
  return COLOURS[tier] ?? 'muted';
}
