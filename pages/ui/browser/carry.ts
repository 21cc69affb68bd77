/** The parts of an answer that a form needs. */
export type Answer = Pick<Response, 'status' | 'redirected' | 'url' | 'json'> & { headers: Pick<Headers, 'get'> }

/** Sends a form to the server. Rejects if no answer comes. */
type Carry = (url: string, headers: Record<string, string>, body: FormData | URLSearchParams) => Promise<Answer>

export const byFetch: Carry = (url, headers, body) => fetch(url, { method: 'POST', headers, body })

/**
 * The progress of an upload; it waits for those chosen before it. `percent`: the share of its bytes that is sent; then the server
 * checks them. `seconds`: after these it is sent again, because the portal could not take it in.
 */
export type UploadStep =
  | { kind: 'waiting' }
  | { kind: 'preparing' }
  | { kind: 'sending'; percent: number }
  | { kind: 'checking' }
  | { kind: 'busy'; seconds: number }
  | { kind: 'failed' }

/** An upload without progress for this long has lost its network. Milliseconds. */
const patience = 45_000

/** Sends files by XMLHttpRequest, because `fetch` cannot report progress. */
export const byXhr =
  (onStep: (step: UploadStep) => void): Carry =>
  (url, headers, body) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      let timer = 0
      const wait = () => {
        clearTimeout(timer)
        timer = window.setTimeout(() => xhr.abort(), patience)
      }
      const fail = () => {
        clearTimeout(timer)
        reject(new Error('no answer'))
      }
      xhr.open('POST', url)
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = ({ loaded, total }) => {
        wait()
        onStep({ kind: 'sending', percent: total ? Math.round((loaded / total) * 100) : 0 })
      }
      xhr.upload.onload = () => {
        // The server now works on the files and has its own time limits.
        clearTimeout(timer)
        onStep({ kind: 'checking' })
      }
      xhr.onerror = fail
      xhr.onabort = fail
      xhr.onload = () => {
        clearTimeout(timer)
        resolve({
          status: xhr.status,
          // A form with errors comes back with its error status; only a followed redirect ends in 200.
          redirected: xhr.status === 200,
          url: xhr.responseURL,
          headers: { get: (name) => xhr.getResponseHeader(name) },
          json: async () => JSON.parse(xhr.responseText),
        })
      }
      wait()
      onStep({ kind: 'sending', percent: 0 })
      xhr.send(body as FormData)
    })
