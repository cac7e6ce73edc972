struct Leaf { func fall() {} ; var isDry: Bool { true } }
struct Branch { var leaf: Leaf? ; func fall() {} }
struct Stone { func fall() {} ; var isDry: Bool { true } }

func bindings(branch: Branch?, leaves: [Leaf]) {
  if let branch = branch, let leaf = branch.leaf, leaf.isDry { // ref Leaf.isDry
    leaf.fall() // → Leaf.fall()
    branch.fall() // → Branch.fall()
  }
  guard let branch, let leaf = branch.leaf else { return }
  leaf.fall() // → Leaf.fall()
  for leaf in leaves where leaf.isDry { // ref Leaf.isDry
    leaf.fall() // → Leaf.fall()
  }
}
