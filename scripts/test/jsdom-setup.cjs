'use strict';
/** What browsers have and jsdom lacks: without it the router and the components do not even load. */
const { webcrypto } = require('node:crypto');
const { TextDecoder, TextEncoder } = require('node:util');

Object.assign(globalThis, { TextDecoder, TextEncoder });
Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });

globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
});

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** One task later, as in a browser; the ports of Node's own keep the process alive. */
globalThis.MessageChannel ??= class {
  constructor() {
    this.port1 = { onmessage: null, close() {} };
    this.port2 = { postMessage: (data) => void setTimeout(() => this.port1.onmessage?.({ data })), close() {} };
  }
};

/** Without pseudo elements, whose styles jsdom does not know and says so at length each time. */
if (globalThis.window) {
  const ofElement = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element) => ofElement(element);
}

/** What a test waits for comes when it comes: how long that takes says how busy the machine is. */
require('@testing-library/dom').configure({ asyncUtilTimeout: 20_000 });
