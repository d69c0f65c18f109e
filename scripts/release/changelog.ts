export interface ReleasedChangelog {
  /** The whole file. */
  text: string;
  /** The entries of the release. */
  notes: string;
}

const UNRELEASED = '## [Unreleased]';

/**
 * Moves the unreleased entries of a changelog (keepachangelog.com) below a heading of their release. Subsections without entries are left out.
 *
 * @returns null if nothing is unreleased.
 */
export function releaseNotes(changelog: string, version: string, date: string): ReleasedChangelog | null {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) return null;
  const from = start + UNRELEASED.length;
  const next = changelog.indexOf('\n## ', from);
  const end = next < 0 ? changelog.length : next;
  const notes = changelog
    .slice(from, end)
    .split(/^(?=### )/m)
    .filter((section) => /^[-*] /m.test(section))
    .map((section) => section.trim())
    .join('\n\n');
  if (notes === '') return null;
  const earlier = changelog.slice(end).trim();
  const text = `${changelog.slice(0, start)}${UNRELEASED}\n\n## [${version}] - ${date}\n\n${notes}\n${earlier ? `\n${earlier}\n` : ''}`;
  return { text, notes };
}
