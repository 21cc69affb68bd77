import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'

type Cost = 'free' | 'built-in' | 'paid'
const readers: readonly { name: string; system: string; cost: Cost; address: string }[] = [
  { name: 'NVDA', system: 'Windows', cost: 'free', address: 'https://www.nvaccess.org/' },
  {
    name: 'JAWS',
    system: 'Windows',
    cost: 'paid',
    address: 'https://www.freedomscientific.com/products/software/jaws/',
  },
  { name: 'Narrator', system: 'Windows', cost: 'built-in', address: 'https://www.microsoft.com/en-in/accessibility' },
  {
    name: 'TalkBack',
    system: 'Android',
    cost: 'built-in',
    address: 'https://support.google.com/accessibility/android',
  },
  { name: 'VoiceOver', system: 'iOS, macOS', cost: 'built-in', address: 'https://www.apple.com/in/accessibility/' },
  { name: 'Orca', system: 'Linux', cost: 'free', address: 'https://orca.gnome.org/' },
]

const tips = [1, 2, 3] as const

/** Screen readers, and their use on this portal. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.screen-reader')}</h1>
      <p className="lead">{t('screenreader:lead')}</p>
      <Card>
        <Table
          caption={t('screenreader:table')}
          rows={readers}
          keyOf={({ name }) => name}
          columns={[
            {
              title: t('screenreader:name'),
              cell: ({ name, address }) => (
                <a href={address} rel="noopener" lang="en">
                  {name}
                </a>
              ),
            },
            { title: t('screenreader:for'), cell: ({ system }) => <span lang="en">{system}</span> },
            { title: t('screenreader:cost'), cell: ({ cost }) => t(`screenreader:${cost}`) },
          ]}
        />
      </Card>
      <Card title={t('screenreader:tips')}>
        <ul className="prose">
          {tips.map((tip) => (
            <li key={tip}>{t(`screenreader:tips-${tip}`)}</li>
          ))}
        </ul>
      </Card>
    </>
  )
}
