import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Takes } from '#server/domain/application/file-at-sight.ts'
import { Icon, type IconName } from '../data/Icon'
import { useT, useView } from '../view'
import type { Control } from './Field'

/** Puts files into an input, so that its form is complete however it is sent. */
export function hold(input: HTMLInputElement, files: readonly File[]): void {
  const held = new DataTransfer()
  for (const file of files) held.items.add(file)
  input.files = held.files
}

const filesOf = ({ files }: HTMLInputElement) => Array.from(files ?? [])

export type FileInputProps = {
  control: Control
  accept: string
  /** The use of the files: those that cannot serve it are refused before they are sent. */
  takes?: Takes
  multiple?: boolean
  /** Offers the camera beside the files, on a device that is held. */
  camera?: 'user' | 'environment'
  /** The files are shown in another way than by their names. */
  isListed?: boolean
  /** Called with what somebody has chosen, and with what is left when a file was refused. */
  onFiles?(files: readonly File[], why: 'chosen' | 'left'): void
}

/**
 * Chooses files: by buttons in the page's own language, where the browser's would be in the device's. Without JavaScript
 * the browser's own input is visible. A file that the server has refused leaves the selection; the others stay.
 */
export function FileInput({ control, accept, takes, multiple, camera, isListed, onFiles }: FileInputProps) {
  const { form } = useView()
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState<readonly string[]>([])
  const [dropped, setDropped] = useState<readonly string[]>([])
  const { id, name } = control

  const show = (files: readonly File[], without: readonly File[] = []) => {
    setNames(files.map((file) => file.name))
    setDropped(without.map((file) => file.name))
  }

  // A file may have been chosen before the script arrived.
  useEffect(() => setNames(filesOf(input.current!).map((file) => file.name)), [])

  const answered = useRef(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes out what it refuses, once
  useEffect(() => {
    if (answered.current === form) return
    answered.current = form
    const faults = form?.errors.filter((error) => error.field === name) ?? []
    if (faults.length === 0) setDropped([])
    const refused = new Set(faults.map(({ file }) => file))
    const files = filesOf(input.current!)
    const left = files.filter((_, at) => !refused.has(at))
    if (left.length === files.length) return
    hold(input.current!, left)
    onFiles?.(left, 'left')
    show(
      left,
      files.filter((file) => !left.includes(file)),
    )
  }, [form])

  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = filesOf(currentTarget)
    onFiles?.(files, 'chosen')
    show(filesOf(input.current!))
  }
  return (
    <>
      <div className="files">
        <Chooser icon="file" words={t('files:choose')} heldWords={t('files:choose-held')} id={id}>
          <input {...control} {...{ accept, multiple, onChange }} data-takes={takes} ref={input} type="file" />
        </Chooser>
        {camera && (
          <Chooser icon="camera" words={t('files:camera')} id={`${id}-camera`} isForHeld>
            <input id={`${id}-camera`} name={name} type="file" accept="image/*" capture={camera} onChange={onChange} />
          </Chooser>
        )}
      </div>
      <div role="status">
        {!isListed && names.length > 0 && <p className="chosen">{t('files:chosen', { names: names.join(', ') })}</p>}
        {dropped.length > 0 && <p className="chosen">{t('files:dropped', { names: dropped.join(', ') })}</p>}
      </div>
    </>
  )
}

/** One way to choose: its input lies unseen over the button. `heldWords`: the words on a device that is held. */
function Chooser({
  icon,
  words,
  heldWords,
  id,
  isForHeld,
  children,
}: {
  icon: IconName
  words: string
  heldWords?: string
  id: string
  isForHeld?: boolean
  children: ReactNode
}) {
  return (
    <span className={isForHeld ? 'held' : undefined}>
      {children}
      <label htmlFor={id} className="btn quiet">
        <Icon name={icon} />
        {heldWords === undefined ? (
          words
        ) : (
          <>
            <span className="held">{heldWords}</span>
            <span className="not-held">{words}</span>
          </>
        )}
      </label>
    </span>
  )
}
