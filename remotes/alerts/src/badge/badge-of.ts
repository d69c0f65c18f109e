/** Open alerts by severity. */
export interface AlertCounts {
  high: number;
  medium: number;
  low: number;
}

export interface Badge {
  tone: 'high' | 'medium' | 'low';
  text: string;
  /** For those who do not see the colour. */
  label: string;
}

/** Larger counts are shown as "10000+". */
const MOST = 10_000;

/** The counter beside Alerts: the most severe alerts that there are, or null where there are none. */
export function badgeOf({ high, medium, low }: AlertCounts): Badge | null {
  if (high > 0) return badge('high', high);
  if (medium > 0) return badge('medium', medium);
  if (low > 0) return badge('low', low);
  return null;
}

function badge(tone: Badge['tone'], count: number): Badge {
  const text = count > MOST ? `${MOST}+` : String(count);
  return { tone, text, label: `${text} open ${tone} severity ${count === 1 ? 'alert' : 'alerts'}` };
}
