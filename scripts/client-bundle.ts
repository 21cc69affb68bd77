import type { Plugin } from 'vite'

// What the browser's bundle leaves out: a visitor on a slow network waits for every kilobyte of it.

/**
 * Functions of react-dom that no page of ours reaches, by the feature that needs them. `tests/house/client-bundle.test.ts`
 * fails on a page that uses such a feature. Those that look through every page for a `<ViewTransition>` would find none.
 */
export const unreached = {
  ViewTransition: /^function (?:\w+ViewTransition\w*|\w*AfterMutationEffectsOnFiber|ViewTransitionPseudoElement)\(/,
  'a ref of a fragment':
    /^(?:function (?:\w*FragmentInstance(?:InsertionEffects|DeletionEffects|s)?|\w+FragmentInstanceOrText\w+)\(|FragmentInstance\.prototype\.\w+ = function \()/,
  'preload, preinit, preconnect':
    /^function (?:prefetchDNS|preconnect(?:As)?|preload(?:Module)?|preinit(?:Script|Style|ModuleScript))\(/,
  useActionState:
    /^function (?:dispatchActionState|runActionStateAction|(?:mount|update|rerender)ActionState(?:Impl)?)\(/,
  Activity: /^function (?:updateActivityComponent|mountActivityChildren|retryActivityComponentWithoutHydrating)\(/,
  SuspenseList: /^function (?:updateSuspenseListComponent|initSuspenseListRenderState)\(/,
} as const satisfies Record<string, RegExp>

/** How many functions of each feature the installed react-dom has: another release is read again before it is built. */
const known: Record<keyof typeof unreached, number> = {
  ViewTransition: 25,
  'a ref of a fragment': 20,
  'preload, preinit, preconnect': 8,
  useActionState: 6,
  Activity: 3,
  SuspenseList: 2,
}

const topLevel = /^(?:function \w+|\w+\.prototype\.\w+ = function )\(?[^{]*\{[\s\S]*?^\};?$/gm

/** The source of react-dom with the bodies of the unreached functions emptied. Throws if it has other functions than known. */
export function withoutUnreached(source: string): string {
  const found = new Map<string, number>()
  const features = Object.entries(unreached)
  const rest = source.replace(topLevel, (written) => {
    const feature = features.find(([, functions]) => functions.test(written))?.[0]
    if (!feature) return written
    found.set(feature, (found.get(feature) ?? 0) + 1)
    return `${written.slice(0, written.indexOf('{'))}{}${written.endsWith(';') ? ';' : ''}`
  })
  for (const [feature, count] of Object.entries(known)) {
    if (found.get(feature) !== count)
      throw new Error(
        `react-dom has ${found.get(feature) ?? 0} functions for ${feature} instead of ${count}: look again`,
      )
  }
  return rest
}

/** Leaves out what our pages do not use of react-dom. */
export const smallReact = (): Plugin => ({
  name: 'small-react',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler: (source) => withoutUnreached(source),
  },
})

/** Vite's own helper of dynamic imports also preloads modules, which we do not; ours waits for the style sheets. */
export const smallImports = (): Plugin => ({
  name: 'small-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `
      import { loadStyles } from '/pages/ui/browser/styles.ts'
      export const __vitePreload = async (load, sheets = []) => {
        await Promise.all(sheets.map((sheet) => loadStyles('/' + sheet)))
        return load()
      }`,
  },
})
