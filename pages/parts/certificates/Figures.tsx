import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT } from '#pages/ui/view.ts'
import type { StatedMarks } from '#server/domain/scrutiny/certificates.ts'

/** The CGPA of its scale, and the percentage. */
export function Figures({ of: { cgpa, scale, percentage } }: { of: StatedMarks }) {
  const t = useT()
  return (
    <Facts
      facts={[
        { label: t('certificates:cgpa.cgpa'), value: t('certificates:cgpa.of', { cgpa, scale }) },
        { label: t('certificates:cgpa.percentage'), value: percentage },
      ]}
    />
  )
}
