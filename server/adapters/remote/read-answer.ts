/** The body of a peer's answer as text; empty, and not read to the end, if it is longer than `longest` bytes. */
export async function readAnswer(response: Response, longest: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > longest) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
