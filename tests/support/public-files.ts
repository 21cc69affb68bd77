import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import { pdf } from './files'
import { folderOfTest, type TestPortal } from './portal'

/** Publishes rules of the menu, as an admin does who chooses their files in one go. */
export async function publishRules(
  { services }: Pick<TestPortal, 'services'>,
  rules: readonly string[] = uploadedPdfs,
): Promise<void> {
  const file = path.join(folderOfTest(), 'rule.pdf')
  const content = await pdf()
  writeFileSync(file, content)
  const uploaded = rules.map((originalName, at) => ({
    ...{ field: 'rules', at, path: file, bytes: content.length },
    ...{ isTooLarge: false, originalName },
  }))
  const admin = { id: services.staff.list()[0]!.id, loginName: 'keeper', role: 'admin' } as const
  const done = await services.publicFiles.putRules(admin, uploaded)
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
}
