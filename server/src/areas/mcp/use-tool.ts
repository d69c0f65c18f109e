import type { EndpointKey } from '@cam/contracts/server';
import { ApiError } from '../../platform/http/errors';
import type { CallInput } from '../../platform/http/mount';
import { ToolError, type Found, type Tool } from './tool';
import { fitting, readable } from './untrusted';

/** Makes a call of the API as the user of the request. */
export type Read = (call: EndpointKey, input: CallInput) => Promise<unknown>;

/** The result of a tool in the form of the protocol. */
export interface ToolResult {
  [key: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const HEALTH = 'GET /beta/healthStatus';

/**
 * Uses a tool. Its result is structured; the text repeats it for clients that read text only. Texts of providers stand in values of the JSON alone.
 * @param consoleUrl public address of the console
 * @returns a result with `isError` and a sentence that says what to do, where the call was refused or the arguments led to no answer
 */
export async function useTool(tool: Tool, args: Record<string, unknown>, read: Read, consoleUrl: string): Promise<ToolResult> {
  try {
    const found = tool.toFound((await read(tool.call, tool.toCall(args as never))) as never, args as never);
    return resultOf(found, await dataOf(read), new URL(tool.page(args as never), consoleUrl).href);
  } catch (error) {
    if (error instanceof ToolError) return failure(error.message, error.details);
    if (error instanceof ApiError && error.status < 500) return failure(error.userMessage, error.details);
    throw error;
  }
}

interface DataState {
  status: string;
  problems: string[];
}

/** Returns how current the data is. Who may not read the inventory may not read this either. */
async function dataOf(read: Read): Promise<DataState> {
  try {
    const { status, problems } = (await read(HEALTH, {})) as DataState;
    return { status, problems };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return { status: 'UNKNOWN', problems: [] };
    throw error;
  }
}

function resultOf({ rows, total, about = {}, notes = [] }: Found, data: DataState, page: string): ToolResult {
  const rest = readable({ total, about, data, page }) as Record<string, unknown>;
  const shown = fitting(readable(rows) as unknown[], JSON.stringify(rest).length);
  const isCut = shown.length < rows.length;
  const allNotes = isCut ? [...notes, `${rows.length - shown.length} more rows of this page did not fit. Ask for fewer rows with \`limit\`.`] : notes;
  const structured = { rows: shown, shown: shown.length, ...rest, notes: allNotes, untrusted: true };
  const sentence = [total === null ? counted(shown.length) : `${shown.length} of ${counted(total)}`, ...allNotes].join(' ');
  return { content: [text(sentence), text(JSON.stringify(structured))], structuredContent: structured };
}

function counted(rows: number): string {
  return rows === 1 ? '1 row.' : `${rows} rows.`;
}

function failure(message: string, details: unknown): ToolResult {
  const hasDetails = typeof details === 'object' && details !== null && Object.keys(details).length > 0;
  return { isError: true, content: [text(message), ...(hasDetails ? [text(JSON.stringify(readable(details)))] : [])] };
}

function text(content: string): { type: 'text'; text: string } {
  return { type: 'text', text: content };
}
