import type { ProductConnectionTable } from '../tables';
import type { Category } from '../settle';
import type { Block } from '../template';

/** A ticket as its product shows it. */
export interface ProductTicket {
  /** Constant id. */
  externalId: string;
  /** Number or key as people write it. */
  key: string;
  /** Address for people; empty: the product does not say, and it stays. */
  url: string;
  /** Status in the words of the product. */
  status: string;
  category: Category;
}

/** A new ticket. */
export interface Draft {
  title: string;
  blocks: readonly Block[];
  /** Identifies the alert or group, so that nothing is made twice. */
  label: string;
}

/** Identifies a ticket in its product. */
export type TicketId = Pick<ProductTicket, 'externalId' | 'key'> & { label: string };

/** A ticket system. All calls throw a `ProductError`. */
export interface Product {
  /** Returns the ticket with a label; null if there is none. */
  find(label: string): Promise<ProductTicket | null>;
  create(draft: Draft): Promise<ProductTicket>;
  comment(ticket: TicketId, text: string): Promise<void>;
  /** Moves a ticket to done, or back to its beginning. @returns the ticket afterwards; null if the product allows no such move */
  move(ticket: TicketId, to: 'DONE' | 'TODO'): Promise<ProductTicket | null>;
  /** Reads tickets, in pages. @returns the ticket by its label; those that are missing cannot be read */
  read(tickets: readonly TicketId[]): Promise<ReadonlyMap<string, ProductTicket>>;
}

/** Most tickets of one call, which all products allow. */
export const PAGE = 100;

export function pagesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PAGE) }, (_page, index) => all.slice(index * PAGE, (index + 1) * PAGE));
}

/** The settings of a connection, and its token. */
export type ProductSettings = Pick<ProductConnectionTable, 'url' | 'project' | 'username' | 'issue_type'> & {
  fields: Readonly<Record<string, string>>;
  token: string;
};

/** Returns tickets of a product by the label of those that were asked for. */
export function byLabel(wanted: readonly TicketId[], read: readonly ProductTicket[]): Map<string, ProductTicket> {
  const byId = new Map(read.map((ticket) => [ticket.externalId, ticket]));
  return new Map(
    wanted.flatMap(({ externalId, label }) => {
      const ticket = byId.get(externalId);
      return ticket ? [[label, ticket] as const] : [];
    }),
  );
}
