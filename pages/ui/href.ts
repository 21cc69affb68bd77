export { href } from '#server/domain/terms/href.ts'
