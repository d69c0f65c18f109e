import type { CDPSession, Page } from '@playwright/test';
import { expect } from './console';

interface AxValue {
  value?: unknown;
}

/** A node of the browser's accessibility tree. */
interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  description?: AxValue;
  childIds?: string[];
  properties?: { name: string; value: AxValue & { relatedNodes?: { backendDOMNodeId: number }[] } }[];
}

/** The words of roles that a screen reader says otherwise. */
const ROLES: Record<string, string> = { columnheader: 'column heading', textbox: 'edit', StaticText: '', gridcell: 'cell' };

/**
 * Says what a screen reader would: what has the focus after each key, with role and states from the browser's accessibility tree, and each message of a live
 * region.
 */
export class ScreenReader {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new ScreenReader(page, session);
  }

  /** Listens to the live regions of a page that was just loaded. */
  async follow(): Promise<void> {
    await this.page.evaluate(recordMessages);
  }

  /** Presses a key, and waits until the words are said: of the focus, of the chosen option of an open list, or of a live region. */
  async press(key: string, ...words: readonly string[]): Promise<void> {
    await this.page.evaluate(() => void (window.messages = []));
    await this.page.keyboard.press(key);
    await this.hears(...words);
  }

  /** Types a text into the field with the focus. */
  async type(text: string, ...words: readonly string[]): Promise<void> {
    await this.page.keyboard.type(text);
    await this.hears(...words);
  }

  /** Moves on with Tab until something with this name has the focus. */
  async tabTo(...words: readonly string[]): Promise<void> {
    for (let step = 0; step < MOST_TABS; step++) {
      await this.page.keyboard.press('Tab');
      const said = await this.#focus();
      if (words.every((word) => said.includes(word))) return;
    }
    throw new Error(`${MOST_TABS} presses of Tab do not reach "${words.join(', ')}"`);
  }

  async hears(...words: readonly string[]): Promise<void> {
    for (const word of words) await expect.poll(async () => (await this.#said()).join('\n'), { message: `said: "${word}"` }).toContain(word);
  }

  /** Returns the roles and names of a part of the page, in the order in which a screen reader reads them. */
  async reads(selector: string): Promise<string[]> {
    const { nodes } = (await this.session.send('Accessibility.queryAXTree' as never, { objectId: await this.#idOf(selector) } as never)) as {
      nodes: AxNode[];
    };
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(phrase)
      .filter((text) => text !== '');
  }

  async #said(): Promise<string[]> {
    const messages = await this.page.evaluate(() => window.messages ?? []);
    return [await this.#focus(), ...messages];
  }

  async #focus(): Promise<string> {
    const id = await this.#idOf(null);
    const [focused] = await this.#nodes({ objectId: id });
    if (!focused) return '';
    const active = focused.properties?.find(({ name }) => name === 'activedescendant')?.value.relatedNodes?.[0];
    const [option] = active ? await this.#nodes({ backendNodeId: active.backendDOMNodeId }) : [];
    return [...(await this.#around()), phrase(focused), option ? phrase(option) : ''].filter((text) => text !== '').join('; ');
  }

  /** Returns the dialog or the menu around the focus, which a screen reader says when the focus enters it. */
  async #around(): Promise<string[]> {
    const { result } = await this.session.send('Runtime.evaluate', { expression: `document.activeElement.closest('${CONTAINERS}')` });
    if (result.objectId === undefined) return [];
    const [around] = await this.#nodes({ objectId: result.objectId });
    return around ? [phrase(around)] : [];
  }

  async #nodes(of: { objectId: string } | { backendNodeId: number }): Promise<AxNode[]> {
    const { nodes } = (await this.session.send('Accessibility.getPartialAXTree', { ...of, fetchRelatives: false })) as { nodes: AxNode[] };
    return nodes;
  }

  /** Returns the browser's id of an element; null for the one with the focus. */
  async #idOf(selector: string | null): Promise<string> {
    const expression = selector === null ? 'document.activeElement' : `document.querySelector(${JSON.stringify(selector)})`;
    const { result } = await this.session.send('Runtime.evaluate', { expression });
    if (result.objectId === undefined) throw new Error(`nothing is ${selector ?? 'in focus'}`);
    return result.objectId;
  }
}

declare global {
  interface Window {
    /** The texts of live regions since the last key. */
    messages?: string[];
  }
}

const CONTAINERS = '[role=dialog], dialog, [role=menu]';

/** The most presses of Tab on the way to a control. */
const MOST_TABS = 120;

/** Returns what is said of a node: its name, its role, and its states. */
function phrase({ role, name, description, properties = [] }: AxNode): string {
  const kind = String(role?.value ?? '');
  const state = (wanted: string): unknown => properties.find((one) => one.name === wanted)?.value.value;
  const states = [
    state('expanded') === true ? 'expanded' : state('expanded') === false ? 'collapsed' : '',
    state('selected') === true ? 'selected' : '',
    state('checked') === 'true' ? 'checked' : state('checked') === 'false' ? 'not checked' : '',
    state('pressed') === 'true' ? 'pressed' : '',
    state('disabled') === true ? 'unavailable' : '',
  ];
  return [String(name?.value ?? ''), ROLES[kind] ?? kind, ...states, String(description?.value ?? '')].filter((part) => part !== '').join(', ');
}

/** Runs in the page, and keeps what live regions say. */
function recordMessages(): void {
  window.messages = [];
  const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]';
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest<HTMLElement>(LIVE);
      const text = (region?.getAttribute('aria-label') ?? '') + (region?.textContent ?? '');
      if (region && text.trim() !== '') window.messages?.push(text.trim());
      for (const inner of element?.querySelectorAll<HTMLElement>(LIVE) ?? []) if (inner.textContent) window.messages?.push(inner.textContent.trim());
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
