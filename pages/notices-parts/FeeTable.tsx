import { useT } from '../ui/view'
import './fees.css'

/** Who pays what. Amounts come formatted. */
export function FeeTable({ fees }: { fees: { open: string; reserved: string } }) {
  const t = useT()
  return (
    <table className="fees">
      <caption className="visually-hidden">{t('notices:home.fees-about')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('notices:fee.who')}</th>
          <th scope="col">{t('notices:fee.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {(['open', 'reserved'] as const).map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`notices:fee.${kind}`)}</th>
            <td className="num">{fees[kind]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
