/** A task for an assistant, as the user of an assistant chooses it. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  /** Arguments with their descriptions. All are required. */
  arguments: Record<string, string>;
  text: (args: Record<string, string>) => string;
}

/** Tasks that the tools serve well. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'review_account',
    title: 'Review an account',
    description: 'Find the worst access problems of one account, with a fix for each.',
    arguments: { account_id: 'id of the account at its provider' },
    text: ({ account_id: account }) =>
      `Review the account ${JSON.stringify(account)} with the tools of CAM. Read its worst risks with top_risks, and explain the access behind each with explain_access. Then list the changes of the last week that widened access. For each problem say who has which access, why, whether it is used, and the smallest fix. Say which data is missing or not current.`,
  },
  {
    name: 'why_access',
    title: 'Why does somebody have access?',
    description: 'Explain why an identity has access to a resource, and which one change would end it.',
    arguments: { identity: 'name of the identity', resource: 'name of the resource' },
    text: ({ identity, resource }) =>
      `Find ${JSON.stringify(identity)} and ${JSON.stringify(resource)} with find_entities; ask me if a name fits several. Explain the access with explain_access: each path, the statement that grants it, and its conditions. Then say which one change would end all paths, and what else it would end.`,
  },
  {
    name: 'quarterly_review',
    title: 'Prepare a quarterly review',
    description: 'Collect what an access review needs: risks, unused access, open alerts, changes and compliance.',
    arguments: {},
    text: () =>
      'Prepare a quarterly access review with the tools of CAM: the worst risks, unused roles and identities, the open alerts by cause, the changes that widened access in the last 90 days, and the failing compliance rules by suite. Summarize each with counts, name the ten decisions that matter most, and link the page of the console for each. Say which data is missing or not current.',
  },
];
