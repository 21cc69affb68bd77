/** What sending a form needs to know of an answer. */
export type Answer = Pick<Response, 'status' | 'redirected' | 'url' | 'json'> & { headers: Pick<Headers, 'get'> }

/** Takes a form to the server. Rejects where no answer comes. */
type Carry = (url: string, headers: Record<string, string>, body: FormData | URLSearchParams) => Promise<Answer>

export const byFetch: Carry = (url, headers, body) => fetch(url, { method: 'POST', headers, body })

/** How far an upload is: `percent` of its bytes have left, or all of them have. */
export type UploadStep =
  | { kind: 'preparing' }
  | { kind: 'sending'; percent: number }
  | { kind: 'checking' }
  | { kind: 'failed' }

/** An upload of which nothing has moved for so long has lost its network. Milliseconds. */
const patience = 45_000

/** The same for files: tells how far it is, which `fetch` cannot. */
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
        // From here on the server works; it has limits of its own.
        clearTimeout(timer)
        onStep({ kind: 'checking' })
      }
      xhr.onerror = fail
      xhr.onabort = fail
      xhr.onload = () => {
        clearTimeout(timer)
        resolve({
          status: xhr.status,
          // A form that comes back has a status of its own; all is well only after the redirect.
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
