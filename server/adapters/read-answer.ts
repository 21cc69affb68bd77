/** The body of a peer's answer as text; one longer than `longest` bytes is no answer, and read no further. */
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
