/** Number of open alerts by severity. */
export interface AlertCounts {
  high: number;
  medium: number;
  low: number;
}

/** The badge beside Alerts in the menu. */
export interface Badge {
  tone: 'high' | 'medium' | 'low';
  text: string;
  /** Accessible name: the colour alone does not tell the severity. */
  label: string;
}

/** Larger counts are shown as "10000+". */
const MAX_SHOWN = 10_000;

/** Returns the badge with the number of open alerts of the highest severity that has any, or null with no open alerts. */
export function alertBadge({ high, medium, low }: AlertCounts): Badge | null {
  if (high > 0) return badge('high', high);
  if (medium > 0) return badge('medium', medium);
  if (low > 0) return badge('low', low);
  return null;
}

function badge(tone: Badge['tone'], count: number): Badge {
  const text = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
  return { tone, text, label: `${text} open ${tone} severity ${count === 1 ? 'alert' : 'alerts'}` };
}
