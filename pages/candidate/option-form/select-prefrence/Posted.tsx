import type { OrderInBrowser } from './use-order'

/** The whole list as every form of the page posts it, with the version that it changes. */
export const Posted = ({ of: { version, choices } }: { of: OrderInBrowser['auto'] }) => (
  <>
    <input type="hidden" name="version" value={version} />
    {choices.map((code) => (
      <input key={code} type="hidden" name="choices" value={code} />
    ))}
  </>
)
