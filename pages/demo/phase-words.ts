import type { Translate } from '#server/i18n/page-text.ts'

const inRound = (name: string) => /^round-(\d+)-(\w+)$/.exec(name)?.slice(1) ?? []

/** A phase in words. */
export function phaseName(name: string, t: Translate): string {
  const [round, part] = inRound(name)
  return round
    ? t(`demo:phase.${part}` as 'demo:phase.options', { round })
    : t(`demo:phase.${name}` as 'demo:phase.scrutiny')
}

/** What there is to see in a phase. */
export const phaseAbout = (name: string, t: Translate): string =>
  t(`demo:phase-about.${inRound(name)[1] ?? name}` as 'demo:phase-about.scrutiny')
