/** The request, in the form that fetch takes. */
export interface FileRequest {
  method?: string | undefined;
  headers: Readonly<Record<string, string>>;
  body: Blob;
  signal: AbortSignal;
}

/**
 * Sends a file as fetch does, and reports the sent share, 0 to 1, which fetch cannot.
 * @throws TypeError when the server was not reached, and AbortError when the signal aborted the request, as fetch does
 */
export function sendFile(url: string, { method = 'PUT', headers, body, signal }: FileRequest, onSent: (share: number) => void): Promise<Response> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, statusText, response } = request;
      // A response with one of these statuses must have no body, not even an empty one.
      resolve(new Response([204, 205, 304].includes(status) ? null : (response as Blob), { status, statusText, headers: headersOf(request) }));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new DOMException('The upload was ended.', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
