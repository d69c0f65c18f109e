'use strict';
/**
 * Answers names below `.attack.test` in the process that loads this file, as a hostile name server would: the name holds its addresses, separated by `_`, with
 * colons of IPv6 written as `-`. The prefix `turn.` gives one address after the other, the next at each question.
 */
const dns = require('node:dns');

const SUFFIX = '.attack.test';
const asked = new Map();

function addressesOf(name) {
  const isTurning = name.startsWith('turn.');
  const all = name
    .slice(isTurning ? 5 : 0, -SUFFIX.length)
    .split('_')
    .map((address) => (/^[\d.]+$/.test(address) ? { address, family: 4 } : { address: address.replaceAll('-', ':'), family: 6 }));
  if (!isTurning) return all;
  const count = asked.get(name) ?? 0;
  asked.set(name, count + 1);
  return [all[Math.min(count, all.length - 1)]];
}

const { lookup } = dns;
const { lookup: lookupLater } = dns.promises;

dns.lookup = (name, options, done) => {
  if (!String(name).endsWith(SUFFIX)) return lookup(name, options, done);
  const answer = typeof options === 'function' ? options : done;
  const found = addressesOf(name);
  if (typeof options === 'object' && options.all) process.nextTick(answer, null, found);
  else process.nextTick(answer, null, found[0].address, found[0].family);
  return undefined;
};
dns.promises.lookup = async (name, options) => {
  if (!String(name).endsWith(SUFFIX)) return lookupLater(name, options);
  const found = addressesOf(name);
  return options?.all ? found : found[0];
};
require('node:module').syncBuiltinESMExports();
