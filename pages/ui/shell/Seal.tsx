/** The cell's emblem. Its name is printed beside it. */
export const Seal = () => (
  <svg className="seal" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true" focusable="false">
    <circle cx="22" cy="22" r="21" fill="#173f50" />
    <path d="M22 9l11 6v4H11v-4zM13 21h4v10h-4zm7 0h4v10h-4zm7 0h4v10h-4zM11 33h22v3H11z" fill="#fff" />
  </svg>
)
