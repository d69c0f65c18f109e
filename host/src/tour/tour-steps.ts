/** A step of the tour: what it explains, and the element that it points at. */
export interface TourStep {
  title: string;
  text: string;
  /** CSS selector. The step has no frame where the page lacks the element, such as the menu of a narrow window. */
  target: string;
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Search',
    text: 'Enter a name, a question such as "who can read payroll?", or a query. The box explains how it read a question before it runs.',
    target: '[role=search]',
  },
  {
    title: 'Alerts',
    text: 'Alerts are what needs a decision, by risk. Group them by cause, and fix many with one change.',
    target: 'nav a[href^="/alerts"]',
  },
  {
    title: 'Crown jewels',
    text: 'Tiers name what matters most, and show who can reach it. Start with the built-in rules, and add your own.',
    target: 'nav a[href^="/crown-jewels"]',
  },
  {
    title: 'Source filter',
    text: 'The filter limits all pages to one account, subscription, project or organization.',
    target: '[aria-label^="Source filter"]',
  },
  {
    title: 'Keys and help',
    text: 'Ctrl+K opens the command palette, and ? lists all keys. Help opens the documentation of this version.',
    target: '[aria-label^="Help"]',
  },
];

const STORED = 'cam.tour';

/** Returns whether this browser has neither taken nor declined the tour. */
export function isTourOffered(): boolean {
  try {
    return localStorage.getItem(STORED) === null;
  } catch {
    return false;
  }
}

/** Keeps that this browser took or declined the tour. */
export function endTourOffer(): void {
  try {
    localStorage.setItem(STORED, 'done');
  } catch {
    // A browser without storage offers no tour.
  }
}
