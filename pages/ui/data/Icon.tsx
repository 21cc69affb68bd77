const shapes = {
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14l3 3 3-3',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  step: 'M5 12l5 5 9-10',
  phone: 'M7 3h10v18H7zM11 18h2',
  money: 'M3 6h18v12H3zM12 9a3 3 0 100 6 3 3 0 100-6',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  key: 'M11 13l9-9M16 8l3 3M8 12a4 4 0 100 8 4 4 0 000-8',
  person: 'M12 4a4 4 0 100 8 4 4 0 100-8M4 21c0-5 3-7 8-7s8 2 8 7',
  calendar: 'M4 6h16v15H4zM4 11h16M8 3v5M16 3v5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18M12 7v5l4 2',
  camera: 'M4 8h4l2-3h4l2 3h4v12H4zM12 10a4 4 0 100 8 4 4 0 000-8',
  back: 'M9 4L4 9l5 5M4 9h10a6 6 0 010 12h-4',
} as const
export type IconName = keyof typeof shapes

/** An icon beside words, never instead of them: screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={shapes[name]} />
  </svg>
)

/** The icon of a sidebar line; `page` for an unknown name. */
export const iconNamed = (name: string): IconName => (name in shapes ? (name as IconName) : 'page')
