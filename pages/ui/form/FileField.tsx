import { type Common, Field } from './Field'
import { FileInput, type FileInputProps } from './FileInput'

type FileFieldProps = Common & Omit<FileInputProps, 'control'>

/**
 * A field for files. `accept`: media types and endings, comma-separated; the device offers these first, and the server
 * checks the file.
 */
export const FileField = ({ accept, takes, multiple, camera, isListed, onFiles, ...rest }: FileFieldProps) => (
  <Field
    {...rest}
    kind="own"
    own={(control) => <FileInput {...{ control, accept, takes, multiple, camera, isListed, onFiles }} />}
  />
)
