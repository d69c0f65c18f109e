import { writeFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { DEFAULT_REVOKE_DAYS, REVIEW_ITEM_STATES, type Api, type Campaign, type ReviewItem } from '@cam/contracts';
import type { ApiClient } from '../api-client';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { reviewOf, type ReviewOptions } from '../review-options';
import { saveEvidence } from '../save-evidence';
import { table } from '../table';

interface CreateOptions extends CommonOptions, ReviewOptions {
  plan?: boolean;
}

/** Time between two looks while the items are made, ms, and the longest wait. */
const LOOK = 500;
const PATIENCE = 600_000;
/** Items of one call. */
const PAGE = 500;

export function reviewCommand(): Command {
  return group('review', 'let people confirm or revoke access', [createCommand(), listCommand(), statusCommand(), itemsCommand(), evidenceCommand()]);
}

function createCommand(): Command {
  return command('create', 'start an access review, and wait until its items are made')
    .requiredOption('--name <name>', 'name of the review')
    .requiredOption('--query <query>', 'query whose identities are reviewed')
    .option('--reviewers <email...>', 'users who share the items')
    .option('--owner-tag <tag>', 'tag with the email address of the owner, instead of --reviewers')
    .option('--manager <attribute>', 'attribute with the email address of the manager, instead of --reviewers')
    .option('--second-on <day>', 'first day of a second stage, in which others decide again (YYYY-MM-DD, UTC)')
    .option('--second-reviewers <email...>', 'users who share the items of the second stage')
    .option('--second-owner-tag <tag>', 'tag with the email address of the owner, instead of --second-reviewers')
    .option('--second-manager <attribute>', 'attribute with the email address of the manager, instead of --second-reviewers')
    .option('--second-takes <decisions>', 'decisions that the second stage decides again: all, kept or revoked', 'kept')
    .requiredOption('--fallback <email>', 'user who gets the items without a reviewer')
    .requiredOption('--due <day>', 'last day for decisions (YYYY-MM-DD, UTC)')
    .option('--silence <rule>', 'items without a decision: keep, propose-revoke or escalate', 'escalate')
    .option('--tier <number>', 'only access that reaches this tier (0 to 2) or a more important one')
    .option('--revoke-days <days>', 'days after the last day by which revoked access has to be gone', String(DEFAULT_REVOKE_DAYS))
    .option('--repeat-months <months>', 'start the next review after 1, 3, 6 or 12 months')
    .option('--tickets <connection>', 'id of the connection in which revocations become tickets when the review closes')
    .option('--ticket-per <what>', 'one ticket for each source or each reviewer: source or reviewer', 'source')
    .option('--plan', 'count the items and reviewers without starting the review')
    .action(async (options: CreateOptions) => {
      const client = clientOf(options);
      const body = reviewOf(options);
      if (options.plan) {
        const { query, max_tier, reviewers, fallback } = body;
        const preview = await client.call('POST /v1/campaigns/preview', {
          body: { query, reviewers, fallback, ...(max_tier === undefined ? {} : { max_tier }) },
        });
        const rows = preview.reviewers.map(({ reviewer, items }) => [reviewer, String(items)]);
        const count = `This makes ${items(preview.items)} for ${preview.reviewers.length === 1 ? '1 reviewer' : `${preview.reviewers.length} reviewers`}.`;
        outputOf(options).result(preview, [count, table(['REVIEWER', 'ITEMS'], rows)].join('\n'));
        return;
      }
      const { campaign_id: id } = await client.call('POST /v1/campaigns', { body });
      const made = await untilMade(client, id);
      if (made.state === 'FAILED') throw new CliFailure(`The review could not start. ${made.failure}`);
      outputOf(options).result(made, `${made.name}: ${items(made.counts.items)} until ${made.due_on}. Its id is ${id}.`);
    });
}

function listCommand(): Command {
  return command('list', 'list the access reviews, open ones first').action(async (options: CommonOptions) => {
    const answer = await clientOf(options).call('GET /v1/campaigns');
    const rows = answer.campaigns.map((one) => [one.campaign_id, one.name, one.state, one.due_on, progressOf(one), String(one.counts.overdue)]);
    outputOf(options).result(answer, table(['ID', 'NAME', 'STATE', 'LAST DAY', 'DECIDED', 'OVERDUE'], rows));
  });
}

function statusCommand(): Command {
  return command('status', 'show the progress of an access review by reviewer')
    .argument('<id>', 'id of the review')
    .option('--fail-on-overdue', 'end with exit code 1 if revoked access is still there after its last day')
    .action(async (id: string, options: CommonOptions & { failOnOverdue?: boolean }) => {
      const answer = await clientOf(options).call('GET /v1/campaigns/{campaign_id}', { path: { campaign_id: id } });
      const { campaign, reviewers } = answer;
      const { counts } = campaign;
      const rows = reviewers.map(({ reviewer, items: all, open, kept, revoked }) => [reviewer || 'nobody', all, open, kept, revoked].map(String));
      const lines = [
        `${campaign.name} (${campaign.state}${campaign.stages.length === 0 ? '' : `, stage ${campaign.stage} of ${campaign.stages.length + 1}`}), last day ${campaign.stage_ends_on}: ${progressOf(campaign)} decided`,
        `${counts.kept} kept, ${counts.revoked} revoked and waiting for a snapshot, ${counts.done} revoked and gone, ${counts.overdue} overdue`,
        table(['REVIEWER', 'ITEMS', 'TO DECIDE', 'KEPT', 'REVOKED'], rows),
      ];
      outputOf(options).result(answer, lines.join('\n'));
      if (options.failOnOverdue && counts.overdue > 0) process.exitCode = 1;
    });
}

function itemsCommand(): Command {
  return command('items', 'list the items of an access review, for example the revocations to carry out')
    .argument('<id>', 'id of the review')
    .addOption(new Option('--state <state...>', 'only items in these states').choices(REVIEW_ITEM_STATES.map((state) => state.toLowerCase())))
    .option('--reviewer <email>', 'only items of this reviewer')
    .action(async (id: string, options: CommonOptions & { state?: string[]; reviewer?: string }) => {
      const client = clientOf(options);
      const state = REVIEW_ITEM_STATES.filter((one) => options.state?.includes(one.toLowerCase()));
      const filter = { ...(state.length === 0 ? {} : { state }), ...(options.reviewer === undefined ? {} : { reviewer: options.reviewer }) };
      const found: ReviewItem[] = [];
      for (let cursor: number | null = 0; cursor !== null;) {
        const query = { ...filter, cursor, limit: PAGE };
        const page: Api['GET /v1/campaigns/{campaign_id}/items']['answer'] = await client.call('GET /v1/campaigns/{campaign_id}/items', {
          path: { campaign_id: id },
          query,
        });
        found.push(...page.items);
        cursor = page.next;
      }
      const rows = found.map((item) => [String(item.item_id), item.state, item.identity.account_id, item.action, item.reviewer, item.reason]);
      outputOf(options).result({ items: found }, table(['ITEM', 'STATE', 'ACCOUNT', 'CHANGE THAT REVOKES IT', 'REVIEWER', 'REASON'], rows, 80));
    });
}

function evidenceCommand(): Command {
  return command('evidence', 'save the evidence of an access review as a zip')
    .argument('<id>', 'id of the review')
    .requiredOption('--save <file>', 'file to write')
    .option('--proofs', 'with signed proofs of access at the start, and of its absence where items are gone')
    .action(async (id: string, options: CommonOptions & { save: string; proofs?: boolean }) => {
      if (options.proofs === true) {
        const client = clientOf(options);
        const { download } = await client.call('POST /v1/campaigns/{campaign_id}/evidence', { path: { campaign_id: id }, body: {} });
        return saveEvidence(client, outputOf(options), download, options.save);
      }
      const content = await clientOf(options).file('GET /v1/campaigns/{campaign_id}/evidence', { path: { campaign_id: id } });
      await writeFile(options.save, content).catch((error: Error) => {
        throw new CliFailure(`${options.save} cannot be written: ${error.message}. Check the path.`);
      });
      outputOf(options).result({ file: options.save, bytes: content.length }, `Saved ${options.save}.`);
    });
}

async function untilMade(client: ApiClient, id: string): Promise<Campaign> {
  for (const ends = Date.now() + PATIENCE; Date.now() < ends;) {
    const { campaign } = await client.call('GET /v1/campaigns/{campaign_id}', { path: { campaign_id: id } });
    if (campaign.state !== 'PREPARING') return campaign;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  throw new CliFailure(`The items of the review are not made yet. Look again with: cam review status ${id}`);
}

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

function progressOf({ counts: { items: all, open } }: Campaign): string {
  return `${all - open} of ${all}`;
}
