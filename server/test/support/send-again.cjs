// Requests to the suite's server are sent again if their connection ran out before the server read them, as browsers do. The server runs until all tests have ended. On a busy machine, a client
// learns too late that an idle connection was closed, and a machine that stood still for a while lets connections run out before their headers are read.

/** Signs of an idle connection that the server had closed. */
const CLOSED = ['UND_ERR_SOCKET', 'EPIPE'];

/** Answer to a connection whose headers did not arrive in time. The server has read nothing of such a request. */
const NOT_READ = 'Client Timeout';

/** The most connections that are given up before a request fails. */
const MOST_CLOSED = 20;

const { fetch: fetchOnce } = globalThis;

/** @returns {Promise<Response>} */
async function sendAgain(input, init, left = MOST_CLOSED) {
  const url = process.env.CAM_TEST_URL ?? '';
  const body = init?.body ?? null;
  const maySendAgain =
    left > 0 && url !== '' && String(input).startsWith(url) && (body === null || typeof body === 'string' || ArrayBuffer.isView(body));
  try {
    const response = await fetchOnce(input, init);
    const isUnread = maySendAgain && response.status === 408 && (await response.clone().text()).includes(NOT_READ);
    return isUnread ? await sendAgain(input, init, left - 1) : response;
  } catch (error) {
    if (!maySendAgain || !CLOSED.includes(error.cause?.code)) throw error;
    return sendAgain(input, init, left - 1);
  }
}

globalThis.fetch = (input, init) => sendAgain(input, init);
