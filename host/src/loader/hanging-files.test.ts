import { watchHangingFiles } from './hanging-files';
import { wasLate } from './late-files';
import { toLoadError } from './load-error';

jest.useFakeTimers();

/** Adds a file to the page, as webpack does, and returns the events that it gets. */
async function added(tag: 'script' | 'link', address: string): Promise<{ element: HTMLElement; events: string[] }> {
  const element = document.createElement(tag);
  if (element instanceof HTMLScriptElement) element.src = address;
  else Object.assign(element, { rel: 'stylesheet', href: address });
  const events: string[] = [];
  element.onload = element.onerror = (event) => void events.push(typeof event === 'string' ? event : event.type);
  document.head.appendChild(element);
  // Observers of the page are told after the running task.
  await Promise.resolve();
  return { element, events };
}

beforeAll(watchHangingFiles);

it.each(['script', 'link'] as const)('gives up a %s of a remote after 15 s, as a failure that took too long', async (tag) => {
  const address = `http://localhost/r/alerts/f/12.${tag}`;
  const { element, events } = await added(tag, address);
  jest.advanceTimersByTime(14_900);
  expect(events).toEqual([]);
  jest.advanceTimersByTime(200);
  expect(events).toEqual(['error']);
  expect(element.isConnected).toBe(false);
  expect(toLoadError(Object.assign(new Error('Loading chunk 12 failed.'), { request: address })).kind).toBe('timeout');
});

it('leaves files alone that have loaded or failed, and those of others', async () => {
  const loaded = await added('script', 'http://localhost/r/alerts/f/13.js');
  loaded.element.dispatchEvent(new Event('load'));
  const own = await added('script', 'http://localhost/assets/main.js');
  jest.advanceTimersByTime(60_000);
  expect([loaded.events, own.events]).toEqual([['load'], []]);
  expect(wasLate('http://localhost/r/alerts/f/13.js')).toBe(false);
});
