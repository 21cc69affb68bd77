/** The default export of the module at this address within the server. */
export const load = async <T>(address: string): Promise<T> =>
  // An absolute URL, so that development does not load a module twice.
  ((await import(/* @vite-ignore */ new URL(address, location.href).href)) as { default: T }).default
